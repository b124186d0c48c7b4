import { availableParallelism } from 'node:os';
import type { ResizeOptions, Sharp } from 'sharp';
import { createTurns } from '../create-turns.ts';
import type { Engine } from '../engine.ts';
import { decodeInTurn, maxPixels } from '../files/decode-in-turn.ts';
import { type OpenedFile, openBytes } from '../files/file-store.ts';

const sizeShape = /^(\d+)x(\d+)([tbf]?)$/;
const imageTypes = new Set(['image/png', 'image/jpg', 'image/jpeg', 'image/gif', 'image/webp']);
const maxSide = 10_000;

const pending = new Map<string, Promise<OpenedFile | undefined>>();
// Each holds its original's bytes, also while it waits to be decoded.
const inTurn = createTurns(availableParallelism() + 2);

/** `from` is the key of the image, `key` that of its thumbnail. */
export type ThumbRequest = { file: Pick<OpenedFile, 'contentType'>; from: string; key: string; size: string };

/**
 * The stored thumbnail with that key, made from `file` when there is none yet; requests for the same one share the work. Undefined when
 * the file is no image that can be made smaller: the original is served then.
 */
export async function findOrMakeThumb(engine: Engine, request: ThumbRequest): Promise<OpenedFile | undefined> {
  if (!imageTypes.has(request.file.contentType)) return undefined;
  const stored = await engine.files.open(request.key);
  if (stored) return stored;
  const known = pending.get(request.key);
  if (known) return known;
  const work = inTurn(() => storeThumb(engine, request)).finally(() => pending.delete(request.key));
  pending.set(request.key, work);
  return work;
}

async function storeThumb(engine: Engine, { file, from, key, size }: ThumbRequest): Promise<OpenedFile | undefined> {
  try {
    const original = await engine.files.get(from);
    if (!original) return undefined;
    const whole = original.bytes;
    const bytes = await decodeInTurn(whole, () => makeThumb(whole, file.contentType, size));
    const contentType = thumbType(file.contentType);
    await engine.files.put(key, bytes, contentType);
    return openBytes({ bytes, contentType, modifiedMs: engine.clock.nowMs() });
  } catch (error) {
    // A broken or huge image is no fault of the caller, who gets the original.
    engine.log.warn({ err: error, key }, 'A thumbnail could not be made.');
    return undefined;
  }
}

function thumbType(type: string): string {
  return type === 'image/jpeg' || type === 'image/gif' ? type : 'image/png';
}

/**
 * A smaller (or larger) copy of an image (wire contract, section 14). `size` is `WxH` (centre crop), `WxHt`, `WxHb`, `WxHf` (fit inside),
 * `Wx0` or `0xH`. WebP becomes PNG. Throws when the bytes are no image or the size is none.
 */
export async function makeThumb(bytes: Buffer, type: string, size: string): Promise<Buffer> {
  const [, wide = '0', high = '0', mode = ''] = sizeShape.exec(size) ?? [];
  const width = Math.min(Number(wide), maxSide);
  const height = Math.min(Number(high), maxSide);
  if (width === 0 && height === 0) throw new Error(`${size} is no thumbnail size.`);
  const { default: sharp } = await import('sharp');
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
