import { expect, test } from 'vitest';
import { fetchAvatar } from './fetch-avatar.ts';

test.each([
  'http://127.0.0.1/x.png',
  'http://localhost/x.png',
  'http://[::1]/x.png',
  'file:///etc/passwd',
  'ftp://x/y',
])('a picture at %s is not fetched', async (url) => {
  await expect(fetchAvatar(url)).rejects.toThrow();
});
