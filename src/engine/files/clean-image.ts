import { type ForeignWork, WorkKilled, type WorkOptions } from '../foreign-work/foreign-work.ts';
import { countImage, type ImageFault } from './count-image.ts';
import type { EncodeAnswer, EncodeQuestion } from './encode-image.ts';

export type Unclean = ImageFault | 'too_much_work';
export type CleanImage = { ok: true; bytes: Buffer } | { ok: false; reason: Unclean };

const cleaned = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** What decoding an image may take: a photo of 48 million pixels takes a second and 550 MB, one that takes more than this was made to. */
export const imageLimits = { withinMs: 4000, memoryMb: 640 };

/** What a process has the memory for, even where the picture has to be turned: cameras of phones have 50 million. */
export const mostCleanedPixels = 50_000_000;

const module = new URL('./encode-image.ts', import.meta.url);

/** Why an image should not be decoded, by what it says of itself; undefined for one that may be, and for types that are kept as they are. */
export function findImageFault(bytes: Buffer, type: string): ImageFault | undefined {
  if (!cleaned.has(type)) return undefined;
  const counted = countImage(bytes, type);
  if (!counted.ok) return counted.reason;
  return counted.pixels > mostCleanedPixels ? 'too_many_pixels' : undefined;
}

// A write that is worked out again, since another one came between, decodes nothing twice.
const known = new WeakMap<Buffer, CleanImage>();

/**
 * An image written anew, upright and without what cameras and programs put beside the picture (place, device, thumbnails, and whatever else
 * hides behind its end). Types that are no such image come back as they are; what says it is one and cannot be decoded is refused.
 */
export async function cleanImage(
  foreignWork: ForeignWork,
  { bytes, type }: { bytes: Buffer; type: string },
  options: Pick<WorkOptions, 'by' | 'signal'>,
): Promise<CleanImage> {
  if (!cleaned.has(type)) return { ok: true, bytes };
  const reason = findImageFault(bytes, type);
  if (reason) return { ok: false, reason };
  const before = known.get(bytes);
  if (before) return before;
  const made = await encode(foreignWork, { bytes, type }, options);
  known.set(bytes, made);
  return made;
}

async function encode(
  foreignWork: ForeignWork,
  question: EncodeQuestion,
  options: Pick<WorkOptions, 'by' | 'signal'>,
): Promise<CleanImage> {
  try {
    const answer = await foreignWork.run<EncodeAnswer>(module, () => question, { ...options, limits: imageLimits });
    return answer.ok ? { ok: true, bytes: Buffer.from(answer.bytes) } : answer;
  } catch (error) {
    if (error instanceof WorkKilled) return { ok: false, reason: 'too_much_work' };
    throw error;
  }
}
