import type { Engine } from '../engine.ts';
import { imageLimits } from '../files/clean-image.ts';
import { countImage } from '../files/count-image.ts';
import { type OpenedFile, openBytes } from '../files/file-store.ts';
import type { WorkCaller } from '../foreign-work/foreign-work.ts';
import { ApiError } from '../http/api-error.ts';
import type { DrawQuestion } from './draw-thumb.ts';

const imageTypes = new Set(['image/png', 'image/jpg', 'image/jpeg', 'image/gif', 'image/webp']);

const pending = new Map<string, { caller: string; work: Promise<OpenedFile | undefined> }>();

/** What could not be made lately: it would cost the same again, and anybody may ask for it. By key, until when. */
const failed = new Map<string, number>();
const againMs = 3_600_000;
const mostFailed = 1000;

/** `from` is the key of the image, `key` that of its thumbnail. */
export type ThumbRequest = {
  file: Pick<OpenedFile, 'contentType'>;
  from: string;
  key: string;
  size: string;
  /** Who asks for it. */
  by: WorkCaller;
};

/**
 * The stored thumbnail with that key, made from `file` when there is none yet; requests for the same one share the work. Undefined when
 * the file is no image that can be made smaller: the original is served then.
 */
export async function findOrMakeThumb(engine: Engine, request: ThumbRequest): Promise<OpenedFile | undefined> {
  if (!imageTypes.has(request.file.contentType)) return undefined;
  const stored = await engine.files.open(request.key);
  if (stored) return stored;
  const known = pending.get(request.key);
  if (known) {
    return known.work.catch((error: unknown) => {
      // The turn was refused to somebody else: it is asked for again as oneself.
      if (error instanceof ApiError && known.caller !== request.by.name) return findOrMakeThumb(engine, request);
      throw error;
    });
  }
  const work = storeThumb(engine, request).finally(() => pending.delete(request.key));
  pending.set(request.key, { caller: request.by.name, work });
  return work;
}

const module = new URL('./draw-thumb.ts', import.meta.url);

async function storeThumb(engine: Engine, request: ThumbRequest): Promise<OpenedFile | undefined> {
  const { file, key, by } = request;
  const nowMs = engine.clock.nowMs();
  if (nowMs < (failed.get(key) ?? 0)) return undefined;
  try {
    const options = { by, limits: imageLimits };
    const drawn = await engine.foreignWork.run<Uint8Array>(module, () => askFor(engine, request), options);
    const bytes = Buffer.from(drawn);
    const contentType = thumbType(file.contentType);
    await engine.files.put(key, bytes, contentType);
    return openBytes({ bytes, contentType, modifiedMs: engine.clock.nowMs() });
  } catch (error) {
    // Too much waits to be drawn: the caller comes again.
    if (error instanceof ApiError) throw error;
    // A broken or huge image is no fault of the caller, who gets the original.
    engine.log.warn({ err: error, key }, 'A thumbnail could not be made.');
    if (failed.size >= mostFailed) failed.clear();
    failed.set(key, nowMs + againMs);
    return undefined;
  }
}

/** Read when its turn has come: what waits holds no bytes. */
async function askFor(engine: Engine, { file, from, size }: ThumbRequest): Promise<DrawQuestion> {
  const original = await engine.files.get(from);
  if (!original) throw new Error('The original is gone.');
  const counted = countImage(original.bytes, file.contentType === 'image/jpg' ? 'image/jpeg' : file.contentType);
  if (!counted.ok) throw new Error(`The original has ${counted.reason}.`);
  return { bytes: original.bytes, type: file.contentType, size };
}

function thumbType(type: string): string {
  return type === 'image/jpeg' || type === 'image/gif' ? type : 'image/png';
}
