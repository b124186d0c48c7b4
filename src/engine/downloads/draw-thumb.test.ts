import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { work } from './draw-thumb.ts';

const makeThumb = (bytes: Buffer, type: string, size: string) => work({ bytes, type, size });

async function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
}

describe('a thumbnail', () => {
  it.each([
    ['100x100', { width: 100, height: 100 }],
    ['40x100t', { width: 40, height: 100 }],
    ['40x100b', { width: 40, height: 100 }],
    ['100x100f', { width: 100, height: 50 }],
    ['900x900f', { width: 400, height: 200 }],
    ['50x0', { width: 50, height: 25 }],
    ['0x50', { width: 100, height: 50 }],
    ['800x0', { width: 800, height: 400 }],
  ])('makes %s of a picture of 400 by 200', async (size, expected) => {
    const thumb = await sharp(await makeThumb(await picture(400, 200), 'image/jpeg', size)).metadata();
    expect(thumb).toMatchObject({ ...expected, format: 'jpeg' });
  });

  it('cuts off what is less than a pixel, and looks at a turned picture upright', async () => {
    const inside = async (bytes: Buffer) =>
      (await sharp(await makeThumb(bytes, 'image/jpeg', '10x5f')).metadata()).width;
    expect(await inside(await picture(40, 30))).toBe(6);
    const turned = await sharp(await picture(30, 40))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await inside(turned)).toBe(6);
  });

  it('makes PNG of WebP', async () => {
    const webp = await sharp(await picture(40, 40))
      .webp()
      .toBuffer();
    expect((await sharp(await makeThumb(webp, 'image/webp', '10x10')).metadata()).format).toBe('png');
  });

  it('refuses what is no picture and what is no size', async () => {
    await expect(makeThumb(Buffer.from('hello'), 'image/png', '10x10')).rejects.toThrow();
    await expect(makeThumb(await picture(4, 4), 'image/jpeg', '0x0')).rejects.toThrow('no thumbnail size');
  });
});
