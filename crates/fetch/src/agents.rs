//! The connections of a client: direct ones, and those through proxies.

use std::sync::Arc;

use ureq::Agent;
use ureq::unversioned::transport::{ConnectProxyConnector, Connector as _, SocksConnector, TcpConnector};

use super::Fetcher;
use super::proxy::Proxy;
use super::resolver::GuardedResolver;
use super::tls::TlsConnector;
use super::transport::LenientConnector;

/// One agent for each way to a server.
#[derive(Clone, Default)]
pub(super) struct Agents {
    direct: Option<Agent>,
    http_proxy: Option<Agent>,
    https_proxy: Option<Agent>,
}

impl Agents {
    pub(super) fn new(fetcher: &Fetcher) -> Self {
        let proxied = |proxy: Option<&Proxy>, is_https| Some(agent(fetcher, Some((proxy?, is_https))));
        Self {
            direct: Some(agent(fetcher, None)),
            http_proxy: proxied(fetcher.proxies.http(), false),
            https_proxy: proxied(fetcher.proxies.https(), true),
        }
    }

    /// Returns the agent for requests that go through a proxy, or do not.
    pub(super) fn get(&self, is_proxied: bool, is_https: bool) -> Option<&Agent> {
        match (is_proxied, is_https) {
            (false, _) => self.direct.as_ref(),
            (true, false) => self.http_proxy.as_ref(),
            (true, true) => self.https_proxy.as_ref(),
        }
    }
}

/// Returns an agent that follows no redirects and adds no headers.
fn agent(fetcher: &Fetcher, proxy: Option<(&Proxy, bool)>) -> Agent {
    let is_absolute = proxy.is_some_and(|(proxy, is_https)| !is_https && proxy.takes_requests());
    let proxy = proxy.map(|(proxy, _)| &proxy.client);
    let tunnel = proxy.filter(|_| !is_absolute);
    let resolver = GuardedResolver {
        allowed: fetcher.allowed.clone(),
        lookup: fetcher.lookup.clone(),
        proxy: proxy.map(|proxy| proxy.uri().clone()),
        is_pinned: is_absolute,
    };
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(fetcher.user_agent.to_str().unwrap_or_default())
        .proxy(tunnel.cloned())
        .build();
    let connector =
        ().chain(SocksConnector::default())
            .chain(ConnectProxyConnector::default())
            .chain(TcpConnector::default())
            .chain(TlsConnector { trust: Arc::clone(&fetcher.trust) })
            .chain(LenientConnector { is_absolute, is_tunnel: tunnel.is_some() });
    Agent::with_parts(config, connector, resolver)
}
