//! Gives the shared library its name, by which programs that link it find it. The number is that of the interface in C: it changes when
//! programs must be compiled again.

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
