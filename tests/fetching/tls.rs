//! TLS certificates.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;

use base64::Engine as _;
use bozofeed_fetch::{FetchErrorKind, Fetcher};
use bozofeed_polling::Redirect;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::fetcher;
use super::server::{Connection, FEED, Server, feed, redirect};

/// The authority that signed the other certificates.
pub(super) const AUTHORITY: &[u8] = include_bytes!("certificates/authority.der");
pub(super) const VALID: &[u8] = include_bytes!("certificates/harbour.example.der");
const EXPIRED: &[u8] = include_bytes!("certificates/harbour.example-expired.der");
/// `openssl req -x509`, as on many servers in home networks.
const SELF_SIGNED: &[u8] = include_bytes!("certificates/harbour.example-self-signed.der");
const KEY: &[u8] = include_bytes!("certificates/harbour.example.key.der");

/// Returns a server with this certificate.
pub(super) fn server(certificate: &'static [u8]) -> Server {
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
        (VALID, true, "harbour.example", ""),
        (VALID, false, "harbour.example", "the certificate's issuer is not trusted"),
        (VALID, true, "lighthouse.example", "the certificate is for another name"),
        (EXPIRED, true, "harbour.example", "the certificate has expired"),
        (
            SELF_SIGNED,
            true,
            "harbour.example",
            "the certificate is self-signed, or that of an authority and not of a server",
        ),
    ] {
        let server = server(certificate);
        let mut fetcher = pinned(&server);
        if is_trusted {
            fetcher = fetcher.root_certificates(AUTHORITY).unwrap();
        }
        let result = fetcher.fetch(&format!("https://{host}/"));
        match result {
            Ok(fetched) => {
                assert_eq!(expected, "", "{host}");
                assert_eq!(fetched.response.body, FEED);
            }
            Err(error) => {
                assert_eq!(*error.kind(), FetchErrorKind::Tls, "{error:?}");
                assert_eq!(error.to_string(), format!("https://{host}/: TLS: {expected}"));
                assert!(std::error::Error::source(&error).is_some());
                assert_eq!(server.requests().len(), 0, "{host}");
            }
        }
    }
}

/// Returns the certificate of the authority in PEM.
fn authority_pem() -> String {
    let base64 = base64::engine::general_purpose::STANDARD.encode(AUTHORITY);
    let lines: Vec<&str> =
        base64.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

#[test]
fn certificates_are_added_in_pem_or_der() {
    let server = server(VALID);
    let pem = authority_pem();
    // Bundles contain other text around the certificates. A second certificate is a second authority.
    let bundle = format!("# Harbour\n{pem}\n{pem}");
    for file in [AUTHORITY, pem.as_bytes(), bundle.as_bytes()] {
        let fetcher = pinned(&server).root_certificates(file).unwrap();
        assert_eq!(fetcher.fetch("https://harbour.example/").unwrap().response.body, FEED);
    }
    for wrong in [&b""[..], b"<rss/>", KEY] {
        assert!(fetcher().root_certificates(wrong).is_err());
    }
}

#[test]
fn the_environment_adds_certificates() {
    let server = server(VALID);
    let url = format!("https://localhost:{}/", server.address.port());
    let file = super::command::temporary("authority", "pem");
    std::fs::write(&file, authority_pem()).unwrap();
    let name = file.to_str().unwrap();
    // The certificate is for another name, which is checked after the issuer.
    for (variables, arguments, expected) in [
        (&[][..], &[][..], "issuer is not trusted"),
        (&[("SSL_CERT_FILE", name)][..], &[][..], "for another name"),
        (&[][..], &["--ca", name][..], "for another name"),
        (&[("SSL_CERT_FILE", "/nowhere")][..], &["--ca", name][..], "for another name"),
    ] {
        let mut command = super::command::bozofeed();
        command
            .arg("--allow-private")
            .args(arguments)
            .arg(&url)
            .env_remove("SSL_CERT_FILE")
            .env_remove("SSL_CERT_DIR");
        let output = command.envs(variables.iter().copied()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(expected), "{variables:?} {arguments:?}: {error}");
    }
    let output =
        super::command::bozofeed().args(["--ca", "fixtures/bad/plain-text.txt", &url]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_server_without_tls_is_an_error() {
    let server = Server::new(|_| feed(&[]));
    let error = pinned(&server).fetch("https://harbour.example/").unwrap_err();
    let kind = error.kind();
    assert!(matches!(kind, FetchErrorKind::Tls | FetchErrorKind::Connection(_)), "{error:?}");
}

#[test]
fn redirects_lead_from_http_to_https_with_credentials() {
    let safe = server(VALID);
    let plain = Server::new(|_| redirect(301, "https://harbour.example/b"));
    let (plain_address, safe_address) = (plain.address, safe.address);
    let fetcher = fetcher()
        .root_certificates(AUTHORITY)
        .unwrap()
        .resolver(move |_, port| Ok(vec![if port == 443 { safe_address } else { plain_address }]));
    let fetched = fetcher.fetch("http://anna:secret@harbour.example/a").unwrap();
    assert_eq!(fetched.response.url, "https://harbour.example/b");
    assert!(fetched.response.redirects.iter().all(Redirect::is_permanent));
    assert!(safe.requests()[0].header("authorization").is_some());
}

#[test]
fn a_certificate_that_is_named_is_trusted_for_its_name() {
    let wrong: Vec<_> = [
        (SELF_SIGNED, SELF_SIGNED, "harbour.example", ""),
        (SELF_SIGNED, SELF_SIGNED, "lighthouse.example", "the certificate is for another name"),
        (
            SELF_SIGNED,
            VALID,
            "harbour.example",
            "the certificate is self-signed, or that of an authority and not of a server",
        ),
        // A caller who names an expired certificate does not want it to be valid forever.
        (EXPIRED, EXPIRED, "harbour.example", "the certificate has expired"),
        (VALID, VALID, "harbour.example", ""),
    ]
    .into_iter()
    .filter_map(|(shown, named, host, expected)| {
        let server = server(shown);
        let fetcher = pinned(&server).root_certificates(named).unwrap();
        let found = fetcher
            .fetch(&format!("https://{host}/"))
            .map_or_else(|error| error.to_string(), |_| String::new());
        let is_right = if expected.is_empty() { found.is_empty() } else { found.ends_with(expected) };
        (!is_right).then_some((host, found))
    })
    .collect();
    assert_eq!(wrong, []);
}
