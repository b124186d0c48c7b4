import sharp, { type Sharp } from 'sharp';
import { maxPixels } from './count-image.ts';

type Encode = (image: Sharp) => Sharp;

/** How an image of each type is written anew. */
const encoders: Record<string, Encode> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 90 }),
};

export type EncodeQuestion = { bytes: Uint8Array; type: string };
export type EncodeAnswer = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'no_image' };

/** Foreign work: an image written anew, upright and without what lies beside the picture; or why it can't be. */
export async function work({ bytes, type }: EncodeQuestion): Promise<EncodeAnswer> {
  const encode = encoders[type];
  if (!encode) return { ok: false, reason: 'no_image' };
  try {
    const animated = type === 'image/webp';
    const image = sharp(bytes, { limitInputPixels: maxPixels, animated, failOn: 'error' });
    return { ok: true, bytes: await encode(image.rotate()).toBuffer() };
  } catch {
    // Its pixels were counted before: whatever it is, it can't be read.
    return { ok: false, reason: 'no_image' };
  }
}
