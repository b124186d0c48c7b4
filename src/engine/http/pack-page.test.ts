import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packPage } from './pack-page.ts';

const mark = '~~mark~~';
const nonces = ['a', 'f3Xk_9-'.repeat(3), 'ü'];

test.each([
  [
    'a page with a nonce in several places',
    `<style nonce="${mark}">a</style>${'<p>Kopi</p>'.repeat(20_000)}<script nonce="${mark}">`,
  ],
  ['one that begins and ends with it', `${mark}text${mark}${mark}`],
  ['one without it', '<p>Nothing to allow: größe, 字</p>'],
  ['an empty one', ''],
])('[15.3] %s is the same packed once as written out each time', async (_name, html) => {
  const page = packPage(html, mark);
  for (const nonce of nonces) {
    const whole = html.replaceAll(mark, nonce);
    expect(page.plain(nonce).toString()).toBe(whole);
    expect(gunzipSync(await page.gzip(nonce)).toString()).toBe(whole);
  }
});

test('[15.3] what is packed is about as small as one stream', async () => {
  const html = Array.from({ length: 3000 }, (_, n) => `<a nonce="${n % 1000 === 0 ? mark : ''}">${n}</a>`).join('');
  const packed = await packPage(html, mark).gzip('n');
  expect(packed.length).toBeLessThan(html.length / 4);
});
