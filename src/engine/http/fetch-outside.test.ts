import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { writtenOut } from './client-ip.ts';
import { fetchOutside, isOutside, NotFetched } from './fetch-outside.ts';
import { specialIpv4, specialIpv6 } from './special-addresses.ts';

const bounds = { protocols: ['https:'], maxBytes: 1000, timeoutMs: 5000, maxRedirects: 2 } as const;
const closing: Array<() => void> = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const problemOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof NotFetched ? error.problem : error;
};

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.0.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::127.0.0.1',
  'fe80::1',
  'fec0::1',
  'fd00::1',
  'fd00:ec2::254',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'no address',
])('%s is not asked', (address) => {
  expect(isOutside(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2404:6800:4003::64'])(
  '%s is of the open internet',
  (address) => {
    expect(isOutside(address)).toBe(true);
  },
);

const hex = (number: number) => number.toString(16);
const ipv4Of = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
const numberOf = (ipv4: string) => ipv4.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const groupsOf = (number: number) => `${hex(number >>> 16)}:${hex(number & 0xffff)}`;

test('[25.12] no address of a special range of version 4 is asked, nor one of version 6 that carries it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...specialIpv4), fc.nat({ max: 2 ** 32 - 1 }), ([net, prefix], any) => {
      const size = 2 ** (32 - prefix);
      const number = numberOf(net) + (any % size);
      const [ipv4, groups] = [ipv4Of(number), groupsOf(number)];
      // Teredo writes the client's address turned over.
      const turned = groupsOf(~number >>> 0);
      const carriers = [
        ipv4,
        `::ffff:${ipv4}`,
        `::FFFF:${groups}`,
        `0:0:0:0:0:ffff:${groups}`,
        `::ffff:0:${ipv4}`,
        `::ffff:0:${groups}`,
        `::${ipv4}`,
        `64:ff9b::${ipv4}`,
        `64:ff9b::${groups}`,
        `64:ff9b:1::${groups}`,
        `2002:${groups}::1`,
        `2001:0:${groups}:8000:63bf:${turned}`,
      ];
      expect(carriers.filter(isOutside)).toEqual([]);
    }),
  );
});

test('[25.12] no address of a special range of version 6 is asked, nor one outside of global unicast', () => {
  const tail = fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...specialIpv6), tail, ([net, prefix], groups) => {
      const start = writtenOut(net)
        .split(':')
        .map((group) => Number.parseInt(group, 16));
      const within = start.map((group, index) => {
        const free = Math.min(16, Math.max(0, (index + 1) * 16 - prefix));
        return group + ((groups[index] ?? 0) & (2 ** free - 1));
      });
      expect(isOutside(within.map(hex).join(':'))).toBe(false);
    }),
  );
  fc.assert(
    fc.property(tail, (groups) => {
      const address = groups.map(hex).join(':');
      if (isOutside(address)) expect((groups[0] ?? 0) >>> 13).toBe(1);
    }),
  );
  for (const zoned of ['fe80::1%eth0', '2606:4700::1111%eth0']) expect(isOutside(zoned)).toBe(false);
});

describe('addresses that strangers give', () => {
  test.each([
    ['https://127.0.0.1/x', 'private_address'],
    ['https://2130706433/x', 'private_address'],
    ['https://0x7f.1/x', 'private_address'],
    ['https://0177.0.0.1/x', 'private_address'],
    ['https://127.1/x', 'private_address'],
    ['https://①②⑦.⓪.⓪.①/x', 'private_address'],
    ['https://[::1]/x', 'private_address'],
    ['https://[::ffff:127.0.0.1]/x', 'private_address'],
    ['https://169.254.169.254/latest/meta-data', 'private_address'],
    ['https://localhost/x', 'private_address'],
    ['https://LOCALHOST./x', 'private_address'],
    ['https://kerbside.localhost/x', 'private_address'],
    ['http://example.com/x', 'not_an_address'],
    ['https://somebody:secret@example.com/x', 'not_an_address'],
    ['file:///etc/passwd', 'not_an_address'],
    ['ftp://example.com/x', 'not_an_address'],
    ['gopher://example.com/x', 'not_an_address'],
    ['no address', 'not_an_address'],
  ])('%s is not asked: %s', async (url, problem) => {
    expect(await problemOf(fetchOutside(url, bounds))).toBe(problem);
  });

  test.each(['http://127.0.0.1:1/x', 'https://169.254.169.254/', 'https://localhost/', 'file:///etc/passwd'])(
    'one that leads to %s is not followed',
    async (to) => {
      const origin = await serve((_, answer) => answer.writeHead(302, { Location: to }).end());
      const problem = await problemOf(fetchOutside(origin, { ...bounds, trustedOrigins: [origin] }));
      expect(['private_address', 'not_an_address']).toContain(problem);
    },
  );

  test.each([
    ['https://example.com:8443/x', 'not_an_address'],
    ['https://kerbside.example/x', 'private_address'],
    ['https://KERBSIDE.example./x', 'private_address'],
  ])('%s is not asked where the port is fixed and the name is ours: %s', async (url, problem) => {
    const ours = { ...bounds, isPortFixed: true, refusedHosts: ['kerbside.example'] };
    expect(await problemOf(fetchOutside(url, ours))).toBe(problem);
    const origin = await serve((_, answer) => answer.writeHead(302, { Location: url }).end());
    expect(await problemOf(fetchOutside(origin, { ...ours, trustedOrigins: [origin] }))).toBe(problem);
  });

  test('one that leads on and on is given up', async () => {
    let asked = 0;
    const origin = await serve((_, answer) => {
      asked += 1;
      answer.writeHead(302, { Location: '/' }).end();
    });
    expect(await problemOf(fetchOutside(origin, { ...bounds, trustedOrigins: [origin] }))).toBe('unreachable');
    expect(asked).toBe(3);
  });

  test('an answer that is too large, or never ends, is given up', async () => {
    const large = await serve((_, answer) => answer.end('x'.repeat(1001)));
    expect(await problemOf(fetchOutside(large, { ...bounds, trustedOrigins: [large] }))).toBe('too_large');
    const slow = await serve((_, answer) => answer.write('x'));
    const inTime = fetchOutside(slow, { ...bounds, timeoutMs: 200, trustedOrigins: [slow] });
    expect(await problemOf(inTime)).toBe('too_slow');
  });

  test('names whose server never answers are waited for beside files and passwords, and given up', async () => {
    const asked = new Set<string>();
    const silent = createSocket('udp4').on('message', (packet) => asked.add(packet.toString('latin1', 13, 18)));
    silent.bind(0, '127.0.0.1');
    await once(silent, 'listening');
    const before = getServers();
    setServers([`127.0.0.1:${silent.address().port}`]);
    closing.push(() => {
      setServers(before);
      silent.close();
    });
    const names = Array.from({ length: 8 }, (_, place) => `slow${place}`);
    const inTime = { ...bounds, timeoutMs: 2000 };
    const problems = names.map((name) => problemOf(fetchOutside(`https://${name}.example/x`, inTime)));
    expect(await Promise.all(problems)).toEqual(names.map(() => 'too_slow'));
    expect([...asked].sort()).toEqual(names);
  });

  test('nothing is unpacked, and what is sent comes back', async () => {
    const headers: unknown[] = [];
    const origin = await serve((request, answer) => {
      headers.push(request.headers['accept-encoding'], request.headers['if-none-match']);
      answer.writeHead(200, { ETag: '"b"' }).end('text');
    });
    const answer = await fetchOutside(origin, {
      ...bounds,
      headers: { 'If-None-Match': '"a"' },
      trustedOrigins: [origin],
    });
    expect([answer.status, answer.headers.etag, answer.bytes.toString()]).toEqual([200, '"b"', 'text']);
    expect(headers).toEqual(['identity', '"a"']);
  });
});
