//! The connections of a client: direct ones, and connections through proxies.

use std::sync::Arc;

use http::header::HeaderValue;
use ureq::Agent;
use ureq::unversioned::transport::{ConnectProxyConnector, Connector as _, SocksConnector, TcpConnector};

use super::network::AllowedAddresses;
use super::proxy::{Proxies, Proxy};
use super::resolver::{GuardedResolver, Lookup};
use super::tls::{TlsConnector, Trust};
use super::transport::LenientConnector;

/// The options of a client that affect its connections.
pub(super) struct AgentOptions<'a> {
    pub(super) allowed: &'a AllowedAddresses,
    pub(super) lookup: Option<&'a Lookup>,
    pub(super) proxies: &'a Proxies,
    pub(super) trust: &'a Arc<Trust>,
    pub(super) user_agent: &'a HeaderValue,
}

/// The agents: one for each route to a server.
#[derive(Clone, Default)]
pub(super) struct Agents {
    direct: Option<Agent>,
    http_proxy: Option<Agent>,
    https_proxy: Option<Agent>,
}

impl Agents {
    pub(super) fn new(options: &AgentOptions<'_>) -> Self {
        let proxied = |proxy: Option<&Proxy>, is_https| Some(agent(options, Some((proxy?, is_https))));
        Self {
            direct: Some(agent(options, None)),
            http_proxy: proxied(options.proxies.http(), false),
            https_proxy: proxied(options.proxies.https(), true),
        }
    }

    /// Returns the agent for requests, through a proxy or directly.
    pub(super) fn get(&self, is_proxied: bool, is_https: bool) -> Option<&Agent> {
        match (is_proxied, is_https) {
            (false, _) => self.direct.as_ref(),
            (true, false) => self.http_proxy.as_ref(),
            (true, true) => self.https_proxy.as_ref(),
        }
    }
}

/// Returns an agent that follows no redirects and adds no headers.
fn agent(options: &AgentOptions<'_>, proxy: Option<(&Proxy, bool)>) -> Agent {
    let is_absolute = proxy.is_some_and(|(proxy, is_https)| !is_https && proxy.takes_requests());
    let proxy = proxy.map(|(proxy, _)| &proxy.client);
    let tunnel = proxy.filter(|_| !is_absolute);
    let resolver = GuardedResolver {
        allowed: options.allowed.clone(),
        lookup: options.lookup.cloned(),
        proxy: proxy.map(|proxy| proxy.uri().clone()),
        is_pinned: is_absolute,
    };
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(options.user_agent.to_str().unwrap_or_default())
        .proxy(tunnel.cloned())
        .build();
    let connector =
        ().chain(SocksConnector::default())
            .chain(ConnectProxyConnector::default())
            .chain(TcpConnector::default())
            .chain(TlsConnector { trust: Arc::clone(options.trust) })
            .chain(LenientConnector { is_absolute, is_tunnel: tunnel.is_some() });
    Agent::with_parts(config, connector, resolver)
}
