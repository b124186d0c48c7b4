import type { Sharp } from 'sharp';
import { decodeInTurn, maxPixels } from './decode-in-turn.ts';

export type CleanImage = { ok: true; bytes: Buffer } | { ok: false; reason: 'too_many_pixels' | 'no_image' };

type Encode = (image: Sharp) => Sharp;
const encoders: Record<string, Encode> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 90 }),
};

/**
 * An image written anew, upright and without what cameras and programs put beside the picture (place, device, thumbnails, and whatever else
 * hides behind its end). Types that are no such image come back as they are; what says it is one and cannot be decoded is refused.
 */
export async function cleanImage(bytes: Buffer, type: string): Promise<CleanImage> {
  const encode = encoders[type];
  if (!encode) return { ok: true, bytes };
  const { default: sharp } = await import('sharp');
  return decodeInTurn(bytes, async () => {
    try {
      const animated = type === 'image/webp';
      const image = sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: 'error' });
      return { ok: true, bytes: await encode(image.rotate()).toBuffer() };
    } catch (error) {
      const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
      return { ok: false, reason: isLarge ? 'too_many_pixels' : 'no_image' };
    }
  });
}
