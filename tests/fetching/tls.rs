//! TLS certificates.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;

use bozofeed::fetch::{FetchError, Fetcher};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::fetcher;
use super::server::{Connection, FEED, Server, feed, redirect};

/// The authority that signed the other certificates.
const AUTHORITY: &[u8] = include_bytes!("certificates/authority.der");
const VALID: &[u8] = include_bytes!("certificates/harbour.example.der");
const EXPIRED: &[u8] = include_bytes!("certificates/harbour.example-expired.der");
const KEY: &[u8] = include_bytes!("certificates/harbour.example.key.der");

/// Returns a server with this certificate.
fn server(certificate: &'static [u8]) -> Server {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![CertificateDer::from(certificate)], PrivateKeyDer::try_from(KEY).unwrap())
        .unwrap();
    let config = Arc::new(config);
    let accept = move |stream: TcpStream| {
        let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
        Box::new(Tls(StreamOwned::new(connection, stream))) as Box<dyn Connection>
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    Server::on(listener, accept, |_, connection| {
        let _ = connection.write_all(&feed(&[]));
    })
}

/// A connection that ends with a TLS close notification.
struct Tls(StreamOwned<ServerConnection, TcpStream>);

impl Read for Tls {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Tls {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Tls {
    fn drop(&mut self) {
        self.0.conn.send_close_notify();
        let _ = self.0.flush();
    }
}

/// Returns a fetcher that resolves every name to this server.
fn pinned(server: &Server) -> Fetcher {
    let address = server.address;
    fetcher().resolver(move |_, _| Ok(vec![address]))
}

#[test]
fn certificates_are_checked() {
    for (certificate, is_trusted, host, expected) in [
        (VALID, true, "harbour.example", true),
        (VALID, false, "harbour.example", false),
        (VALID, true, "lighthouse.example", false),
        (EXPIRED, true, "harbour.example", false),
    ] {
        let server = server(certificate);
        let mut fetcher = pinned(&server);
        if is_trusted {
            fetcher = fetcher.root_certificate(AUTHORITY);
        }
        let result = fetcher.fetch(&format!("https://{host}/"));
        match result {
            Ok(fetched) => {
                assert!(expected, "{host}");
                assert_eq!(fetched.body, FEED);
            }
            Err(error) => {
                assert!(!expected && matches!(error, FetchError::Tls { .. }), "{host}: {error:?}");
                assert_eq!(server.requests().len(), 0, "{host}");
            }
        }
    }
}

#[test]
fn a_server_without_tls_is_an_error() {
    let server = Server::new(|_| feed(&[]));
    let error = pinned(&server).fetch("https://harbour.example/").unwrap_err();
    assert!(matches!(error, FetchError::Tls { .. } | FetchError::Connection { .. }), "{error:?}");
}

#[test]
fn redirects_lead_from_http_to_https_with_credentials() {
    let safe = server(VALID);
    let plain = Server::new(|_| redirect(301, "https://harbour.example/b"));
    let (plain_address, safe_address) = (plain.address, safe.address);
    let fetcher = fetcher()
        .root_certificate(AUTHORITY)
        .resolver(move |_, port| Ok(vec![if port == 443 { safe_address } else { plain_address }]));
    let fetched = fetcher.fetch("http://anna:secret@harbour.example/a").unwrap();
    assert_eq!((fetched.url.as_str(), fetched.moved), ("https://harbour.example/b", true));
    assert!(safe.requests()[0].header("authorization").is_some());
}
