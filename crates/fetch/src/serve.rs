// Included by examples in the documentation, which must not depend on the network.

/// Starts a server on this machine that gives every request the same answer. Returns its URL.
pub fn serve(answer: &'static str) -> std::io::Result<String> {
    use std::io::{BufRead, BufReader, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    let url = format!("http://{}/feed", listener.local_addr()?);
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let lines = BufReader::new(&stream).lines().map_while(Result::ok);
            lines.take_while(|line| !line.is_empty()).count();
            stream.write_all(answer.as_bytes()).ok();
        }
    });
    Ok(url)
}
