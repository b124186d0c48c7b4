import { expect, test } from 'vitest';
import { fetchAvatar, isOutside } from './fetch-avatar.ts';

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'no address',
])('%s is not asked', (address) => {
  expect(isOutside(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is of the open internet', (address) => {
  expect(isOutside(address)).toBe(true);
});

test.each([
  'http://127.0.0.1/x.png',
  'http://localhost/x.png',
  'http://[::1]/x.png',
  'file:///etc/passwd',
  'ftp://x/y',
])('a picture at %s is not fetched', async (url) => {
  await expect(fetchAvatar(url)).rejects.toThrow();
});
