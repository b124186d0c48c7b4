import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { maxPixels } from '../files/count-image.ts';

const sizeShape = /^(\d+)x(\d+)([tbf]?)$/;
const maxSide = 10_000;

export type DrawQuestion = { bytes: Uint8Array; type: string; size: string };

/**
 * Foreign work: a smaller (or larger) copy of an image (wire contract, section 14). `size` is `WxH` (centre crop), `WxHt`, `WxHb`, `WxHf` (fit inside),
 * `Wx0` or `0xH`. WebP becomes PNG. Throws when the bytes are no image or the size is none.
 */
export async function work({ bytes, type, size }: DrawQuestion): Promise<Buffer> {
  const [, wide = '0', high = '0', mode = ''] = sizeShape.exec(size) ?? [];
  const width = Math.min(Number(wide), maxSide);
  const height = Math.min(Number(high), maxSide);
  if (width === 0 && height === 0) throw new Error(`${size} is no thumbnail size.`);
  const image = sharp(bytes, { limitInputPixels: maxPixels }).rotate();
  const isBox = width > 0 && height > 0;
  const box = { ...(width > 0 ? { width } : {}), ...(height > 0 ? { height } : {}) };
  const resized = image.resize(
    isBox && mode === 'f' ? await insideOf(image, width, height) : { ...box, ...cutOf(mode) },
  );
  if (type === 'image/jpeg') return resized.jpeg({ quality: 95 }).toBuffer();
  return type === 'image/gif' ? resized.gif().toBuffer() : resized.png().toBuffer();
}

function cutOf(mode: string): ResizeOptions {
  return { fit: 'cover', position: mode === 't' ? 'top' : mode === 'b' ? 'bottom' : 'centre' };
}

// The reference cuts fractions of pixels off where others round.
async function insideOf(image: Sharp, maxWidth: number, maxHeight: number): Promise<ResizeOptions> {
  const { autoOrient } = await image.metadata();
  const { width, height } = autoOrient;
  if (width <= maxWidth && height <= maxHeight) return { width, height };
  const ratio = width / height;
  const isWide = ratio > maxWidth / maxHeight;
  const inside = isWide ? [maxWidth, maxWidth / ratio] : [maxHeight * ratio, maxHeight];
  const [wide = 1, high = 1] = inside.map((side) => Math.max(1, Math.floor(side)));
  return { width: wide, height: high, fit: 'fill' };
}
