import { describe, expect, test } from 'vitest';
import { clientIp, nearestIp, unreadableHeader } from './client-ip.ts';
import { isIpInList, isIpOrSubnet } from './is-ip-in-list.ts';

const none = { headers: [], useLeftmostIP: false };
const behindProxy = { headers: ['X-Real-IP', 'X-Forwarded-For'], useLeftmostIP: false };

describe("a client's address", () => {
  test("is the connection's unless a header is trusted", () => {
    expect(clientIp({ 'x-forwarded-for': '1.1.1.1' }, '2.2.2.2', none)).toBe('2.2.2.2');
    expect(clientIp({}, '2.2.2.2', behindProxy)).toBe('2.2.2.2');
  });

  test('is the last one that the nearest proxy wrote, or the first when told so', () => {
    const headers = { 'x-forwarded-for': 'unknown, 1.1.1.1, 3.3.3.3, x' };
    expect(clientIp({ 'x-forwarded-for': 'unknown, 1.1.1.1, 3.3.3.3' }, '2.2.2.2', behindProxy)).toBe('3.3.3.3');
    expect(clientIp(headers, '2.2.2.2', { ...behindProxy, useLeftmostIP: true })).toBe('1.1.1.1');
    expect(clientIp({ ...headers, 'x-real-ip': '4.4.4.4' }, '2.2.2.2', behindProxy)).toBe('4.4.4.4');
    expect(clientIp({ 'x-real-ip': 'nonsense' }, '2.2.2.2', behindProxy)).toBe('2.2.2.2');
  });

  test.each([
    ['9.9.9.9, 203.0.113.5:4711', '203.0.113.5'],
    ['9.9.9.9, "203.0.113.5"', '203.0.113.5'],
    ['9.9.9.9,[2001:db8::1]:4711', '2001:0db8:0000:0000:0000:0000:0000:0001'],
    ['9.9.9.9, "[2001:db8::1]"', '2001:0db8:0000:0000:0000:0000:0000:0001'],
    ['[::ffff:203.0.113.5]:80', '203.0.113.5'],
  ])('[25.31] is the nearest entry without its port, brackets and quotes: %s', (value, ip) => {
    const headers = { 'x-forwarded-for': value };
    expect(clientIp(headers, '2.2.2.2', behindProxy)).toBe(ip);
    expect(nearestIp(headers, '2.2.2.2', { ...behindProxy, useLeftmostIP: true })).toBe(ip);
    expect(unreadableHeader(headers, behindProxy)).toBeUndefined();
  });

  test.each([
    '9.9.9.9, unknown',
    '9.9.9.9,',
    '9.9.9.9, 203.0.113.5:',
    '9.9.9.9, 203.0.113.5:port',
    '9.9.9.9, 203.0.113.500',
    '9.9.9.9, [203.0.113.5',
    '9.9.9.9, for=203.0.113.5',
    '',
  ])('[25.31] is the connection’s where the nearest entry is no address, whoever wrote the others: %j', (value) => {
    const headers = { 'x-real-ip': value, 'x-forwarded-for': '9.9.9.9' };
    expect(clientIp(headers, '2.2.2.2', behindProxy)).toBe('2.2.2.2');
    expect(nearestIp(headers, '2.2.2.2', { ...behindProxy, useLeftmostIP: true })).toBe('2.2.2.2');
    expect(unreadableHeader(headers, behindProxy)).toBe('X-Real-IP');
  });

  test.each([
    ['::1', '0000:0000:0000:0000:0000:0000:0000:0001'],
    ['2001:DB8::a:1.2.3.4', '2001:0db8:0000:0000:0000:000a:0102:0304'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
  ])('of IPv6 is written out: %s', (ip, written) => {
    expect(clientIp({}, ip, none)).toBe(written);
  });
});

test.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8', '11.1.2.4'], false],
  ['0000:0000:0000:0000:0000:0000:0000:0001', ['::1'], true],
  ['2001:db8::5', ['2001:db8::/32'], true],
  ['10.1.2.3', ['nonsense', '10.0.0.0/99'], false],
])('%s in %j: %s', (ip, list, isIn) => {
  expect(isIpInList(ip, list)).toBe(isIn);
});

test.each([['1.2.3.4'], ['::'], ['1.2.3.0/24'], ['::/128']])('%s is an address or a subnet', (text) => {
  expect(isIpOrSubnet(text)).toBe(true);
});

test.each([[''], ['1.2.3'], ['1.2.3.4/33'], ['1.2.3.4/'], ['1.2.3.4/8/8'], ['x']])('%j is neither', (text) => {
  expect(isIpOrSubnet(text)).toBe(false);
});
