"""The addresses by which phones in the same network reach this machine: found, put in order and written, here alone."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import ifaddr

EVERY_ADDRESS = {"0.0.0.0", "::", ""}
# What belongs to a tunnel, a container or a virtual machine, by how systems name it: no phone is in that network.
VIRTUAL = re.compile(
    r"(utun|tun|tap|wg|ppp|ipsec|tailscale|zt|nordlynx|proton|mullvad"
    r"|docker|br-|virbr|vmnet|vboxnet|lxc|lxd|podman|cni|vethernet)|.*vpn",
    re.IGNORECASE,
)
# What routers at home give; companies and tunnels give the other private ones more often.
HOME = ip_network("192.168.0.0/16")
# Addresses that providers and overlay networks give; no router at home does.
CARRIER = "100."


def reachable(host: str) -> list[str]:
    """The addresses of this machine that phones in its network can open where it listens at `host`, the likeliest first.

    Empty where it has none: no network, or only itself is listened to.
    """
    if host not in EVERY_ADDRESS:
        return [] if own_machine(host) else [host]
    kinds = (4,) if host == "0.0.0.0" else (4, 6)
    preferred, found = _preferred(), {}
    for name, address, prefix in _assigned():
        if address.version in kinds and not (address.is_loopback or _needs_scope(address)):
            found[str(address)] = (
                _virtual(name, address, prefix),
                address.version,
                address.is_link_local or not address.is_private,
                address not in HOME,
                str(address) != preferred,
            )
    return sorted(found, key=lambda address: found[address])


def own_machine(host: str) -> bool:
    """Whether only this machine itself can open that host."""
    return is_address(host) and (host.lower() == "localhost" or ip_address(host).is_loopback)


def origin(scheme: str, host: str, port: int) -> str:
    """The address as a browser takes it: IPv6 in brackets."""
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def shown(host: str) -> str:
    """The one address to show for where the server listens; this machine's own where nothing else reaches it."""
    return next(iter(reachable(host)), "127.0.0.1" if host in EVERY_ADDRESS else host)


def is_address(host: str) -> bool:
    """Whether that is an IP address, or this machine's own name for itself."""
    try:
        ip_address(host)
    except ValueError:
        return host.lower() == "localhost"
    return True


def may_listen(host: str) -> bool:
    """Whether a server can listen at that host: an address of this machine, or all of them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind(("" if host == "::" else host, 0))
    except (OSError, UnicodeError):
        return False
    return True


def _assigned() -> Iterable[tuple[str, IPv4Address | IPv6Address, int]]:
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            text = one.ip if isinstance(one.ip, str) else one.ip[0]
            yield one.nice_name, ip_address(text), one.network_prefix


def _needs_scope(address: IPv4Address | IPv6Address) -> bool:
    """A link-local IPv6 address says nothing without the reader's own interface."""
    return address.version == 6 and address.is_link_local


def _virtual(name: str, address: IPv4Address | IPv6Address, prefix: int) -> bool:
    alone = prefix == address.max_prefixlen and address.version == 4
    carrier = address.version == 4 and not address.is_private and str(address).startswith(CARRIER)
    return bool(VIRTUAL.match(name)) or alone or carrier


def _preferred() -> str | None:
    """From where this machine would speak to the world. No packet is sent: connecting a datagram socket only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None
