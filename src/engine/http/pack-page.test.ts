import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packPage } from './pack-page.ts';

const mark = '~~mark~~';
const nonces = ['~~karm~~', 'f3Xk_9-0', 'üüüü'];

test.each([
  [
    'a page with a nonce in several places',
    `<style nonce="${mark}">a</style>${'<p>Kopi</p>'.repeat(20_000)}<script nonce="${mark}">`,
  ],
  ['one that begins and ends with it', `${mark}text${mark}${mark}`],
  ['one without it', '<p>Nothing to allow: größe, 字</p>'],
  ['one with the bytes that stand for a nonce', `<p nonce="${mark}">${'\0'.repeat(40)}</p>${mark}${'\0'.repeat(9)}`],
  ['an empty one', ''],
])('%s is the same packed once as written out each time', async (_name, html) => {
  const page = packPage(html, mark);
  for (const nonce of nonces) {
    const whole = html.replaceAll(mark, nonce);
    expect(page.plain(nonce).toString()).toBe(whole);
    expect(gunzipSync(await page.gzip(nonce)).toString()).toBe(whole);
  }
});

test('a nonce of another length than the mark is an error: what follows it would look back at the wrong bytes', async () => {
  await expect(packPage(`<p nonce="${mark}">`, mark).gzip('f3Xk')).rejects.toThrow('8 bytes, not 4');
});

test('parts share what they have in common, over the nonce between them', async () => {
  const words = Array.from({ length: 200 }, (_, n) => `word${n * 7919}`).join(' ');
  const [once, twice] = await Promise.all(
    [`${words}${mark}`, `${words}${mark}${words}`].map((html) => packPage(html, mark).gzip('f3Xk_9-0')),
  );
  expect(twice?.length).toBeLessThan((once?.length ?? 0) * 1.1);
});

test('what is packed is about as small as one stream', async () => {
  const html = Array.from({ length: 3000 }, (_, n) => `<a nonce="${n % 1000 === 0 ? mark : ''}">${n}</a>`).join('');
  const packed = await packPage(html, mark).gzip('f3Xk_9-0');
  expect(packed.length).toBeLessThan(html.length / 4);
});
