import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { jpegOfScans } from '#support/worst-pictures.ts';
import { countImage } from './count-image.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });
const made: Array<[type: string, name: string, encode: (image: Sharp) => Sharp]> = [
  ['image/jpeg', 'a JPEG', (image) => image.jpeg()],
  ['image/jpeg', 'a progressive JPEG', (image) => image.jpeg({ progressive: true })],
  ['image/png', 'a PNG', (image) => image.png()],
  ['image/png', 'an interlaced PNG', (image) => image.png({ progressive: true })],
  ['image/webp', 'a WebP', (image) => image.webp()],
  ['image/webp', 'a lossless WebP', (image) => image.webp({ lossless: true })],
  ['image/webp', 'a WebP with a place', (image) => image.withExif({ IFD0: { Model: 'x' } }).webp()],
  ['image/gif', 'a GIF', (image) => image.gif()],
];

test.each(made)('[25.1] of %s (%s) the pixels are counted without decoding it', async (type, _, encode) => {
  const bytes = await encode(picture(300, 200)).toBuffer();
  expect(countImage(bytes, type)).toEqual({ ok: true, pixels: 60_000 });
  expect(countImage(bytes.subarray(0, 10), type)).toMatchObject({ ok: false });
});

describe('[25.1] what is more work than a picture of a camera is refused', () => {
  test('a scan more than a progressive JPEG may have', () => {
    expect(countImage(jpegOfScans(64), 'image/jpeg')).toEqual({ ok: true, pixels: 25_000_000 });
    expect(countImage(jpegOfScans(65), 'image/jpeg')).toEqual({ ok: false, reason: 'too_many_parts' });
  });

  test.each([0x02, 0x7f, 0xbf])('a scan that a marker without a meaning would hide: %i', (marker) => {
    const bytes = jpegOfScans(65);
    const first = bytes.indexOf(Buffer.from([0xff, 0xda]));
    const data = first + 2 + bytes.readUInt16BE(first + 2);
    const hiding = Buffer.concat([
      bytes.subarray(0, data),
      Buffer.from([0xff, marker, 0xff, 0xff]),
      bytes.subarray(data),
    ]);
    expect(countImage(hiding, 'image/jpeg')).toEqual({ ok: false, reason: 'too_many_parts' });
  });

  test.each(['image/webp', 'image/gif'])('frames that together have too many pixels: %s', async (type) => {
    const frames = await Promise.all(Array.from({ length: 12 }, (_, shade) => drawn(shade)));
    const animated = sharp(frames, { join: { animated: true } });
    const bytes = await (type === 'image/gif' ? animated.gif() : animated.webp()).toBuffer();
    expect(countImage(bytes, type)).toEqual({ ok: true, pixels: 12 * 10_000 });
    const sized = type === 'image/gif' ? withGifSize(bytes, 4000) : withWebpSize(bytes, 4000);
    expect(countImage(sized, type)).toEqual({ ok: false, reason: 'too_many_pixels' });
  });

  test('a PNG of more pixels than its data can become, and one of thousands of chunks', async () => {
    const bytes = await picture(5000, 5000).png().toBuffer();
    expect(countImage(bytes, 'image/png')).toMatchObject({ ok: true });
    const short = Buffer.concat([bytes.subarray(0, 33), chunk('IDAT', bytes.subarray(41, 141)), bytes.subarray(-12)]);
    expect(countImage(short, 'image/png')).toEqual({ ok: false, reason: 'no_image' });
    const withParts = (name: string, times: number) =>
      Buffer.concat([
        bytes.subarray(0, 33),
        ...Array.from({ length: times }, () => chunk(name, Buffer.from('a\0\0b'))),
        bytes.subarray(33),
      ]);
    expect(countImage(withParts('tEXt', 1000), 'image/png')).toMatchObject({ ok: true });
    expect(countImage(withParts('zTXt', 65), 'image/png')).toEqual({ ok: false, reason: 'too_many_parts' });
    expect(countImage(withParts('tEXt', 20_000), 'image/png')).toEqual({ ok: false, reason: 'too_many_parts' });
  });
});

test('[25.41] one row or one column of millions of pixels is refused', async () => {
  for (const [width, height] of [
    [32_768, 1],
    [1, 32_768],
  ] as const) {
    const bytes = await picture(width, height).png().toBuffer();
    expect(countImage(bytes, 'image/png')).toEqual({ ok: true, pixels: 32_768 });
    const longer = Buffer.from(bytes);
    longer.writeUInt32BE(Math.max(width, height) + 1, width > height ? 16 : 20);
    expect(countImage(longer, 'image/png')).toEqual({ ok: false, reason: 'too_many_pixels' });
  }
});

test('[25.41] bytes that only fill a JPEG hide no scan of it', () => {
  const bytes = jpegOfScans(65);
  const first = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const filled = Buffer.concat([bytes.subarray(0, first), Buffer.alloc(100_000, 0xff), bytes.subarray(first)]);
  expect(countImage(filled, 'image/jpeg')).toEqual({ ok: false, reason: 'too_many_parts' });
  expect(countImage(Buffer.concat([bytes.subarray(0, 2), Buffer.alloc(1000, 0xff)]), 'image/jpeg')).toEqual({
    ok: false,
    reason: 'no_image',
  });
});

function drawn(shade: number): Promise<Buffer> {
  const background = { r: shade * 20, g: 0, b: 0 };
  return sharp({ create: { width: 100, height: 100, channels: 3, background } })
    .png()
    .toBuffer();
}

function chunk(name: string, body: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(name), body]);
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function withGifSize(bytes: Buffer, side: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(side, 6);
  copy.writeUInt16LE(side, 8);
  return copy;
}

function withWebpSize(bytes: Buffer, side: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf('VP8X') + 8;
  copy.writeUIntLE(side - 1, at + 4, 3);
  copy.writeUIntLE(side - 1, at + 7, 3);
  return copy;
}
