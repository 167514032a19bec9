//! TLS: trusted certificates, and explanations of errors.

use std::fmt;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, RootCertStore, SignatureScheme,
    StreamOwned,
};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, Either, LazyBuffers, NextTimeout, Transport, TransportAdapter,
};

/// The error for bytes that are not a certificate in PEM or DER.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a certificate in PEM or DER")]
pub struct InvalidCertificate(());

/// Returns the certificates of a file, in PEM or DER.
pub(super) fn certificates(file: &[u8]) -> Result<Vec<CertificateDer<'static>>, InvalidCertificate> {
    let pem: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(file).collect();
    let mut found = pem.map_err(|_| InvalidCertificate(()))?;
    if found.is_empty() {
        found.push(CertificateDer::from(file.to_vec()));
    }
    let mut store = RootCertStore::empty();
    found.iter().try_for_each(|one| store.add(one.clone())).map_err(|_| InvalidCertificate(()))?;
    Ok(found)
}

/// The trusted authorities: from the system, from Mozilla's list, and added ones.
#[derive(Default)]
pub(super) struct Trust {
    pub(super) added: Vec<CertificateDer<'static>>,
    /// Read when it is first needed.
    config: OnceLock<Arc<ClientConfig>>,
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trust").field("added", &self.added.len()).finish_non_exhaustive()
    }
}

impl Trust {
    pub(super) fn new(added: Vec<CertificateDer<'static>>) -> Self {
        Self { added, config: OnceLock::new() }
    }

    fn config(&self) -> Result<Arc<ClientConfig>, rustls::Error> {
        if let Some(config) = self.config.get() {
            return Ok(Arc::clone(config));
        }
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        // Unreadable certificates of the system are skipped.
        roots.add_parsable_certificates(system_certificates());
        roots.add_parsable_certificates(self.added.iter().cloned());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let by_roots =
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider)).build();
        let verifier = NamedVerifier {
            by_roots: by_roots.map_err(|error| rustls::Error::General(error.to_string()))?,
            named: self.added.clone(),
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        Ok(Arc::clone(self.config.get_or_init(|| Arc::new(config))))
    }
}

/// Verifies certificates with the trusted authorities. A server may also present one of the added certificates itself, such as a
/// device in a home network that is its own authority. In this case, its key was added explicitly, and its name and dates are
/// still checked.
#[derive(Debug)]
struct NamedVerifier {
    by_roots: Arc<WebPkiServerVerifier>,
    named: Vec<CertificateDer<'static>>,
}

impl ServerCertVerifier for NamedVerifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let error =
            match self.by_roots.verify_server_cert(certificate, intermediates, name, ocsp_response, now) {
                Err(error) if self.named.iter().any(|named| **named == **certificate) => error,
                result => return result,
            };
        // The dates were checked before this error is reported, but the name was not.
        let is_own_authority = match &error {
            rustls::Error::InvalidCertificate(CertificateError::UnknownIssuer) => true,
            rustls::Error::InvalidCertificate(CertificateError::Other(error)) => {
                error.to_string() == CA_AS_SERVER
            }
            _ => false,
        };
        if !is_own_authority {
            return Err(error);
        }
        verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.by_roots.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.by_roots.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.by_roots.supported_verify_schemes()
    }
}

/// The name of the error for an authority's certificate that is used by a server. Its type is not part of an API.
const CA_AS_SERVER: &str = "CaUsedAsEndEntity";

/// The files with trusted certificates on systems without an interface for them.
const SYSTEM_FILES: &[&str] = &[
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// Returns the certificates trusted by the system, and the ones in `SSL_CERT_FILE` and `SSL_CERT_DIR`.
fn system_certificates() -> Vec<CertificateDer<'static>> {
    // If one of the variables is set, only its certificates are returned.
    let mut found = rustls_native_certs::load_native_certs().certs;
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set("SSL_CERT_FILE") || is_set("SSL_CERT_DIR") {
        let mut files = SYSTEM_FILES.iter().map(PathBuf::from).filter(|file| file.is_file());
        if let Some(file) = files.next() {
            found.extend(rustls_native_certs::load_certs_from_paths(Some(Path::new(&file)), None).certs);
        }
    }
    found
}

/// Wraps connections in TLS if the URL requires it.
#[derive(Debug)]
pub(super) struct TlsConnector {
    pub(super) trust: Arc<Trust>,
}

impl<In: Transport> Connector<In> for TlsConnector {
    type Out = Either<In, TlsTransport>;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, ureq::Error> {
        let Some(inner) = chained else { return Ok(None) };
        if !details.needs_tls() || inner.is_tls() {
            return Ok(Some(Either::A(inner)));
        }
        let config = self.trust.config().map_err(wrapped)?;
        let host = details.uri.host().unwrap_or_default();
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| ureq::Error::Tls("the name of the host cannot be in a certificate"))?;
        let mut connection = ClientConnection::new(config, name).map_err(wrapped)?;
        let mut inner =
            TransportAdapter::new(Box::new(inner) as Box<dyn Transport>, details.current_time.clone());
        inner.set_timeout(details.timeout);
        connection.complete_io(&mut inner)?;
        let buffers =
            LazyBuffers::new(details.config.input_buffer_size(), details.config.output_buffer_size());
        let stream = StreamOwned::new(connection, inner);
        Ok(Some(Either::B(TlsTransport { buffers, stream })))
    }
}

fn wrapped(error: rustls::Error) -> ureq::Error {
    ureq::Error::Io(io::Error::new(io::ErrorKind::InvalidData, error))
}

/// A connection within TLS.
pub(super) struct TlsTransport {
    buffers: LazyBuffers,
    stream: StreamOwned<ClientConnection, TransportAdapter>,
}

impl fmt::Debug for TlsTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TlsTransport").field("inner", &self.stream.sock.inner()).finish_non_exhaustive()
    }
}

impl Transport for TlsTransport {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        self.stream.get_mut().set_timeout(timeout);
        let output = self.buffers.output().get(..amount).unwrap_or_default();
        Ok(self.stream.write_all(output)?)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        self.stream.get_mut().set_timeout(timeout);
        let amount = self.stream.read(self.buffers.input_append_buf())?;
        self.buffers.input_appended(amount);
        Ok(amount > 0)
    }

    fn is_open(&mut self) -> bool {
        self.stream.get_mut().get_mut().is_open()
    }

    fn is_tls(&self) -> bool {
        true
    }
}

/// Returns a description of the error, if it is about TLS.
pub(super) fn reason(error: &io::Error) -> Option<String> {
    let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    Some(match error {
        rustls::Error::InvalidCertificate(error) => certificate_reason(error),
        rustls::Error::AlertReceived(alert) => {
            format!("the server refused the handshake: {}", words(&format!("{alert:?}")))
        }
        rustls::Error::InvalidMessage(_) => "the server does not answer with TLS".to_owned(),
        rustls::Error::PeerIncompatible(_) => "the server supports no common version or cipher".to_owned(),
        rustls::Error::NoCertificatesPresented => "the server has no certificate".to_owned(),
        error => error.to_string(),
    })
}

fn certificate_reason(error: &CertificateError) -> String {
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the certificate has expired".to_owned()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the certificate is not valid yet".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the certificate is for another name".to_owned()
        }
        CertificateError::UnknownIssuer => "the certificate's issuer is not trusted".to_owned(),
        CertificateError::Revoked => "the certificate was revoked".to_owned(),
        CertificateError::BadSignature => "the certificate's signature is wrong".to_owned(),
        // The error of another library. Its type is not part of an API.
        CertificateError::Other(error) => match error.to_string().as_str() {
            CA_AS_SERVER => {
                "the certificate is self-signed, or that of an authority and not of a server".to_owned()
            }
            name => format!("invalid certificate: {}", words(name)),
        },
        error => format!("invalid certificate: {}", words(&format!("{error:?}"))),
    }
}

/// Splits a name in camel case into words, in lower case.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if c.is_ascii_uppercase() && words.ends_with(|before: char| before.is_ascii_lowercase()) {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_said_in_words() {
        for (error, expected) in [
            (rustls::Error::InvalidCertificate(CertificateError::Expired), "the certificate has expired"),
            (
                rustls::Error::InvalidCertificate(CertificateError::BadEncoding),
                "invalid certificate: bad encoding",
            ),
            (
                rustls::Error::AlertReceived(rustls::AlertDescription::HandshakeFailure),
                "the server refused the handshake: handshake failure",
            ),
            (rustls::Error::NoCertificatesPresented, "the server has no certificate"),
        ] {
            let error = io::Error::new(io::ErrorKind::InvalidData, error);
            assert_eq!(reason(&error).as_deref(), Some(expected));
        }
        assert_eq!(reason(&io::Error::other("x")), None);
        assert_eq!(words("CaUsedAsEndEntity"), "ca used as end entity");
    }

    #[test]
    fn only_certificates_are_added() {
        for wrong in [&b""[..], b"rubbish", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
        {
            assert!(certificates(wrong).is_err(), "{}", String::from_utf8_lossy(wrong));
        }
    }
}
