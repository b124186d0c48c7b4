import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export type TrustedProxy = { headers: readonly string[]; useLeftmostIP: boolean };

/**
 * The address a request comes from (wire contract, section 1): what the nearest proxy wrote at the end of the first trusted header that is there, else the
 * connection's. An entry that is no address leads to the connection's as well: the ones before it were written by whoever asks.
 * IPv6 addresses are written in full, IPv4 ones inside IPv6 as IPv4.
 */
export function clientIp(headers: IncomingHttpHeaders, socketIp: string, proxy: TrustedProxy): string {
  const entries = trustedOf(headers, proxy)?.entries ?? [];
  const ip = proxy.useLeftmostIP ? entries.map(ipOf).find((entry) => entry !== undefined) : ipOf(entries.at(-1) ?? '');
  return writtenOut(ip ?? socketIp);
}

/** The trusted header in which the nearest proxy wrote something that is no address; undefined where there is none. */
export function unreadableHeader(headers: IncomingHttpHeaders, proxy: TrustedProxy): string | undefined {
  const trusted = trustedOf(headers, proxy);
  return trusted && ipOf(trusted.entries.at(-1) ?? '') === undefined ? trusted.name : undefined;
}

/** The first trusted header that is there, and what it lists. */
function trustedOf(
  headers: IncomingHttpHeaders,
  proxy: TrustedProxy,
): { name: string; entries: readonly string[] } | undefined {
  for (const name of proxy.headers) {
    const value = headers[name.toLowerCase()];
    // Of a repeated header the last is the one that the nearest proxy wrote.
    const text = Array.isArray(value) ? value.at(-1) : value;
    if (text !== undefined) return { name, entries: text.split(',') };
  }
  return undefined;
}

/** The address of an entry: some proxies write its port, brackets or quotes, too. */
function ipOf(entry: string): string | undefined {
  const bare = entry.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets, ofIpv4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(bare) ?? [];
  const ip = inBrackets ?? ofIpv4 ?? bare;
  return isIP(ip) === 0 ? undefined : ip;
}

/** Whether everybody can choose the address that they are taken for: whoever asks writes the leftmost entry of a list of addresses. */
export function isAddressChosen({ headers, useLeftmostIP }: TrustedProxy): boolean {
  return useLeftmostIP && headers.length > 0;
}

/** The address that the nearest proxy wrote, which nobody but it can choose. */
export function nearestIp(headers: IncomingHttpHeaders, socketIp: string, proxy: TrustedProxy): string {
  return clientIp(headers, socketIp, { ...proxy, useLeftmostIP: false });
}

/** What one household or machine has of addresses: an IPv4 address, of IPv6 the network of 64 bits. Takes addresses as `clientIp` writes them. */
export function networkOf(ip: string): string {
  return ip.includes(':') ? `${ip.split(':').slice(0, 4).join(':')}::/64` : ip;
}

/** Where one subscriber of a provider may have many networks: an IPv4 address, of IPv6 the 48 bits that a single one can be given. */
export function wideNetworkOf(ip: string): string {
  return ip.includes(':') ? `${ip.split(':').slice(0, 3).join(':')}::/48` : ip;
}

/**
 * Where one operator has many households: the /24 of an IPv4 address, of IPv6 the 48 bits. Those are given turns and shares like one. Budgets that refuse
 * whatever else is free do not count so widely: a carrier's many customers have addresses of one such network.
 */
export function neighbourhoodOf(ip: string): string {
  return ip.includes(':') ? wideNetworkOf(ip) : `${ip.split('.').slice(0, 3).join('.')}.0/24`;
}

/** How much more than one network the many that a subscriber can be given may do together. */
const wideRoom = 4;

/** Whom a call from an address counts for, and how many times the usual each may do. */
export function countedNetworks(ip: string): Array<{ network: string; times: number }> {
  const [network, wide] = [networkOf(ip), wideNetworkOf(ip)];
  return wide === network
    ? [{ network, times: 1 }]
    : [
        { network, times: 1 },
        { network: wide, times: wideRoom },
      ];
}

/** How many of something each network has, the narrow and the wide ones. */
export type NetworkCount = {
  of: (ip: string) => number;
  add: (ip: string, amount: number) => void;
  /** Whether the networks of an address have room for one more, where one network may have `most`. */
  hasRoom: (ip: string, most: number) => boolean;
};

/** Nothing counted. */
export function createNetworkCount(): NetworkCount {
  const counts = new Map<string, number>();
  const of = (network: string) => counts.get(network) ?? 0;
  return {
    of: (ip) => of(networkOf(ip)),
    add(ip, amount) {
      for (const { network } of countedNetworks(ip)) {
        const count = of(network) + amount;
        if (count > 0) counts.set(network, count);
        else counts.delete(network);
      }
    },
    hasRoom: (ip, most) => countedNetworks(ip).every(({ network, times }) => of(network) < most * times),
  };
}

/** An address as it is compared: IPv6 in full, IPv4 inside IPv6 as IPv4. */
export function writtenOut(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (isIP(ip) !== 6) return ip;
  const [address = '', zone] = ip.split('%');
  const hex = address.replace(/\d+\.\d+\.\d+\.\d+$/, inHex);
  const [head = '', tail] = hex.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const full = [...before, ...zeros, ...after].map((group) => group.toLowerCase().padStart(4, '0')).join(':');
  return zone === undefined ? full : `${full}%${zone}`;
}

function inHex(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
