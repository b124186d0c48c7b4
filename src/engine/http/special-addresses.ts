/**
 * Address ranges that are not of the open internet, or that carry another address inside, which a gateway could unpack. All of IANA's special-purpose
 * registries (iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, read on 28 November 2026), those that are globally
 * reachable too, as nobody has a service of their own there; multicast; and what the registries no longer list.
 */
export const specialIpv4 = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private use'],
  ['100.64.0.0', 10, 'shared by the customers of a carrier'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local, and the metadata of clouds'],
  ['172.16.0.0', 12, 'private use'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'automatic multicast tunnelling'],
  ['192.88.99.0', 24, '6to4 relays, no longer listed'],
  ['192.168.0.0', 16, 'private use'],
  ['192.175.48.0', 24, 'AS112 by delegation'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, and the limited broadcast'],
] as const;

/** Where unicast addresses of the open internet are; everything else of version 6 is special by itself. */
export const globalUnicastIpv6 = ['2000::', 3] as const;

export const specialIpv6 = [
  ['::', 96, 'unspecified, loopback, and IPv4-compatible'],
  ['::ffff:0:0', 96, 'IPv4-mapped'],
  ['::ffff:0:0:0', 96, 'IPv4-translated (SIIT)'],
  ['64:ff9b::', 96, 'NAT64'],
  ['64:ff9b:1::', 48, 'NAT64 of a network of one’s own'],
  ['100::', 64, 'discarded'],
  ['100:0:0:1::', 64, 'dummy prefix'],
  ['2001::', 23, 'protocol assignments, Teredo and ORCHID among them'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112 by delegation'],
  ['3fff::', 20, 'documentation'],
  ['5f00::', 16, 'segment routing'],
  ['fc00::', 7, 'unique local'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'site-local, no longer listed'],
  ['ff00::', 8, 'multicast'],
] as const;
