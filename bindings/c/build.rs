//! Sets the soname of the shared library, which programs linked with it search for. The number is the version of the C ABI: it changes
//! when programs must be recompiled.

use std::env;

const INTERFACE: &str = "0";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let name = match env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd" | "dragonfly") => {
            format!("-soname,libbozofeed.so.{INTERFACE}")
        }
        Ok("macos") => format!("-install_name,@rpath/libbozofeed.{INTERFACE}.dylib"),
        _ => return,
    };
    println!("cargo:rustc-cdylib-link-arg=-Wl,{name}");
}
