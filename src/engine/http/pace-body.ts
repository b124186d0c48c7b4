import { ApiError } from './api-error.ts';

/** How fast what is sent must come. */
export type BodyPace = {
  /** So long may nothing come. */
  quietMs: number;
  /** All of it must come with so many bytes a second, after a start of `quietMs`. */
  bytesPerSecond: number;
};

/** A phone with hardly any signal is faster; whoever only wants to keep the server waiting has to be, too. */
export const usualPace: BodyPace = { quietMs: 30_000, bytesPerSecond: 500 };

/** The pieces as they come. Throws 408 when they come too slowly. The source is left open, so that the refusal can still go out. */
export async function* paceBody(source: AsyncIterable<Buffer>, pace: BodyPace = usualPace): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  const startMs = performance.now();
  let bytes = 0;
  let isLate = false;
  try {
    for (;;) {
      const allMs = pace.quietMs + (bytes / pace.bytesPerSecond) * 1000;
      const leftMs = Math.min(pace.quietMs, startMs + allMs - performance.now());
      const piece = await within(leftMs, pieces.next());
      isLate = piece === undefined;
      if (!piece) throw new ApiError(408, 'The request did not arrive in time.');
      if (piece.done) return;
      bytes += piece.value.length;
      yield piece.value;
    }
  } finally {
    // A late source would first have to bring what is waited for.
    if (!isLate) await pieces.return?.();
  }
}

/** Undefined when it takes longer. */
async function within<T>(ms: number, coming: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), undefined);
  });
  // Nobody hears of what becomes of it later.
  coming.catch(() => {});
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
}
