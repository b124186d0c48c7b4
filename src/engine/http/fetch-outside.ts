import { promises as dns, type LookupAddress } from 'node:dns';
import { get as httpGet, type IncomingHttpHeaders } from 'node:http';
import { get as httpsGet } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { globalUnicastIpv6, specialIpv4, specialIpv6 } from './special-addresses.ts';

// An address is written by a stranger: nothing inside our own network may be asked for it.
// Lists of their own: one of both would take each address of version 4 for a mapped one.
const [inside4, inside6, unicast] = [new BlockList(), new BlockList(), new BlockList()];
for (const [net, prefix] of specialIpv4) inside4.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of specialIpv6) inside6.addSubnet(net, prefix, 'ipv6');
unicast.addSubnet(...globalUnicastIpv6, 'ipv6');

/** Whether an address may be asked: it is of the open internet. One with a zone is of a network of this machine. */
export function isOutside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isOutside(mapped);
  const version = isIP(address);
  if (version === 4) return !inside4.check(address, 'ipv4');
  return version === 6 && !address.includes('%') && unicast.check(address, 'ipv6') && !inside6.check(address, 'ipv6');
}

export type OutsideProblem = 'not_an_address' | 'private_address' | 'too_large' | 'too_slow' | 'unreachable';

/** Why something was not fetched. */
export class NotFetched extends Error {
  readonly problem: OutsideProblem;

  constructor(problem: OutsideProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * The addresses of a name that is no address itself. The system's own way of looking up would take one of the process's four threads for files and
 * passwords, for as long as the name's owner lets it wait; this one takes none.
 */
async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  const found = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
  const addresses = found.flatMap((answer, place) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: place === 0 ? 4 : 6 })) : [],
  );
  const [first] = found;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
}

// The address that is connected to is the one that was looked at: a name cannot change between the two.
const lookUpOutside: LookupFunction = (hostname, options, done) => {
  addressesOf(hostname).then(
    (addresses) => {
      const allowed = addresses.filter(({ address }) => isOutside(address));
      const [first] = allowed;
      if (!first) return done(new NotFetched('private_address', 'The address is inside a private network.'), []);
      return options.all ? done(null, allowed) : done(null, first.address, first.family);
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  );
};

type Options = {
  /** Which are asked; of `protocols` and redirects alike. */
  protocols: ReadonlyArray<'https:' | 'http:'>;
  maxBytes: number;
  timeoutMs: number;
  maxRedirects: number;
  headers?: Record<string, string>;
  /** Only the port of the protocol is asked. */
  isPortFixed?: boolean;
  /** Names that are not asked, though anybody could: our own. */
  refusedHosts?: readonly string[];
  /** Origins that are asked though they are inside, by whatever protocol: for trying things out. */
  trustedOrigins?: readonly string[];
};

export type OutsideAnswer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; url: string };

/** Why an address may not be asked, told by itself alone; undefined where its name has to be looked up. */
export function findAddressProblem(
  address: string,
  {
    protocols,
    trustedOrigins = [],
    isPortFixed = false,
    refusedHosts = [],
  }: Pick<Options, 'protocols' | 'trustedOrigins' | 'isPortFixed' | 'refusedHosts'>,
): OutsideProblem | undefined {
  if (!URL.canParse(address)) return 'not_an_address';
  const { protocol, hostname, port, origin, username, password } = new URL(address);
  if (trustedOrigins.includes(origin)) return undefined;
  if (!protocols.some((allowed) => allowed === protocol) || username !== '' || password !== '') return 'not_an_address';
  if (isPortFixed && port !== '') return 'not_an_address';
  // A name may end in the dot of the root.
  const name = hostname.replace(/\.$/, '');
  if (refusedHosts.includes(name) || /(?:^|\.)localhost$/.test(name)) return 'private_address';
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) && !isOutside(literal) ? 'private_address' : undefined;
}

/**
 * Asks an address that a stranger gave, on the open internet only, and follows where it leads by the same rules. Bounded in bytes (as sent: none
 * are unpacked), in time for all redirects together, and in their number. Throws `NotFetched`; an answer of any status is an answer.
 */
export async function fetchOutside(url: string, options: Options): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(address, options, signal);
    const next = answer.headers.location;
    if (![301, 302, 303, 307, 308].includes(answer.status) || next === undefined) return answer;
    if (redirects === options.maxRedirects) throw new NotFetched('unreachable', 'The address leads on too often.');
    if (!URL.canParse(next, address)) throw new NotFetched('unreachable', 'The address leads nowhere.');
    address = new URL(next, address).href;
  }
}

function ask(url: string, options: Options, signal: AbortSignal): Promise<OutsideAnswer> {
  const problem = findAddressProblem(url, options);
  if (problem) return Promise.reject(new NotFetched(problem, 'This address is not asked.'));
  const { protocol, origin } = new URL(url);
  const get = protocol === 'https:' ? httpsGet : httpGet;
  const isTrusted = options.trustedOrigins?.includes(origin) ?? false;
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(notFetched(error, signal));
    const request = get(
      url,
      {
        ...(isTrusted ? {} : { lookup: lookUpOutside }),
        // A connection of its own: one that is kept could be to another address than the one that was looked at.
        agent: false,
        signal,
        headers: { 'Accept-Encoding': 'identity', 'User-Agent': 'Kerbside', ...options.headers },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > options.maxBytes) answer.destroy(new NotFetched('too_large', 'The answer is too large.'));
          else chunks.push(chunk);
        });
        answer.on('error', fail);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks), url }),
        );
      },
    );
    request.on('error', fail);
  });
}

function notFetched(error: Error, signal: AbortSignal): NotFetched {
  if (error instanceof NotFetched) return error;
  if (signal.aborted) return new NotFetched('too_slow', 'No answer came in time.');
  return new NotFetched('unreachable', error.message);
}
