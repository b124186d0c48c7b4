import { lookup } from 'node:dns';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { UploadedFile } from '../http/route.ts';

const maxBytes = 5 * 1024 * 1024;
const timeoutMs = 10_000;
const maxRedirects = 3;

// A picture's address is written by a stranger: nothing inside our own network may be asked for it.
const inside = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(net, prefix, 'ipv6');
}

/** Whether an address may be asked: it is of the open internet. */
export function isOutside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isOutside(mapped);
  const version = isIP(address);
  return version !== 0 && !inside.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

// The address that is connected to is the one that was looked at: a name cannot change between the two.
const lookUpOutside: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, []);
    const allowed = addresses.filter(({ address }) => isOutside(address));
    const [first] = allowed;
    if (!first) return done(new Error('The address is inside a private network.'), []);
    return options.all ? done(null, allowed) : done(null, first.address, first.family);
  });
};

/** A picture from the open internet, at most 5 MB, within ten seconds. Throws what is in the way. */
export async function fetchAvatar(url: string, redirects = 0): Promise<UploadedFile> {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Only web addresses are asked.');
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isOutside(literal)) throw new Error('The address is inside a private network.');
  const get = protocol === 'https:' ? httpsGet : httpGet;
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { lookup: lookUpOutside, timeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) },
      (answer) => {
        const { statusCode = 0, headers } = answer;
        if (statusCode >= 300 && statusCode < 400 && headers.location && redirects < maxRedirects) {
          answer.resume();
          resolve(fetchAvatar(new URL(headers.location, url).href, redirects + 1));
          return;
        }
        if (statusCode !== 200) {
          answer.resume();
          reject(new Error(`The picture's server answered ${statusCode}.`));
          return;
        }
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) answer.destroy(new Error('The picture is too large.'));
          else chunks.push(chunk);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const name = pathname.split('/').at(-1) || 'avatar';
          resolve({ name, type: headers['content-type'] ?? '', bytes: Buffer.concat(chunks) });
        });
      },
    );
    request.on('error', reject);
  });
}
