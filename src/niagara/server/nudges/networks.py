"""Networks: which addresses lie on the open net, and which are somebody's own."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

LONGEST_URL = 1_000  # letters of an address to be called
_OPEN_NET_6 = IPv6Network("2000::/3")
_CARRIES_OTHERS = (IPv6Network("2001::/32"), IPv6Network("2002::/16"))  # Teredo, 6to4: an IPv4 address within


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """Raises ValueError."""
    return tuple(ip_network(text) for text in texts)


def on_open_net(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return on_open_net(address.ipv4_mapped)
        if address not in _OPEN_NET_6 or any(address in network for network in _CARRIES_OTHERS):
            return False
    return address.is_global and not address.is_multicast
