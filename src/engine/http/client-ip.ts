import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

type TrustedProxy = { headers: readonly string[]; useLeftmostIP: boolean };

/**
 * The address a request comes from (wire contract, section 1): what the first trusted header that is there says, else the connection's.
 * IPv6 addresses are written in full, IPv4 ones inside IPv6 as IPv4.
 */
export function clientIp(headers: IncomingHttpHeaders, socketIp: string, proxy: TrustedProxy): string {
  for (const name of proxy.headers) {
    const value = headers[name.toLowerCase()];
    // Of a repeated header the last is the one that the nearest proxy wrote.
    const text = Array.isArray(value) ? value.at(-1) : value;
    const listed = (text ?? '').split(',').map((entry) => entry.trim());
    const ip = (proxy.useLeftmostIP ? listed : listed.reverse()).find((entry) => isIP(entry) !== 0);
    if (ip) return writtenOut(ip);
  }
  return writtenOut(socketIp);
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
