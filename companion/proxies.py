"""The proxies in front: whose word is believed about who asks."""

from __future__ import annotations

from ipaddress import ip_address

from companion.settings import Settings, read_networks


class Proxies:
    """Those that `TRUSTED_PROXIES` counts, at the addresses that `PROXY_ADDRESSES` names."""

    def __init__(self, settings: Settings) -> None:
        self._networks = read_networks(settings.proxy_addresses) if settings.trusted_proxies else ()

    def has(self, address: str) -> bool:
        """Whether one of them is there."""
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self._networks)
