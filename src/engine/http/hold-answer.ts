import { Readable } from 'node:stream';
import { shareOf } from './caller-of.ts';
import type { ContextOptions } from './context-of.ts';
import type { RequestContext } from './route.ts';
import { whenOver } from './when-over.ts';

/** Smaller ones than this are on their way at once, or wait in the system's own memory. */
const largeAnswerBytes = 128 * 1024;

/** Of what is read as it is taken, so much lies in memory at a moment. */
const streamedBytes = 256 * 1024;

/** Whether somebody who does not read it would make the server hold it. */
export function isLong(payload: unknown): payload is string | Buffer | Readable {
  if (payload instanceof Readable) return true;
  return (Buffer.isBuffer(payload) || typeof payload === 'string') && payload.length > largeAnswerBytes;
}

/** How long an answer is; undefined for a stream of which nobody said it. */
export function lengthOf(payload: string | Buffer | Readable, said: unknown): number | undefined {
  if (!(payload instanceof Readable)) return payload.length;
  const length = Number(said ?? Number.NaN);
  return Number.isNaN(length) ? undefined : length;
}

type Held = { bytes: string | Buffer | Readable; headers: Record<string, string> | undefined };

/** Whoever asks and does not read would fill the memory with what waits for them. Throws 503 where there is no room. */
export function holdAnswer(
  context: RequestContext,
  { bytes, headers }: Held,
  memory: ContextOptions['bodyMemory'],
): void {
  if (!memory) return;
  const length = lengthOf(bytes, headers?.['Content-Length']) ?? streamedBytes;
  if (length <= largeAnswerBytes) return;
  const held = memory.hold(shareOf(context.auth, context.ip));
  try {
    held.build(bytes instanceof Readable ? Math.min(length, streamedBytes) : length);
  } catch (error) {
    // Nobody else would let go of what it reads from.
    if (bytes instanceof Readable) bytes.destroy();
    throw error;
  }
  whenOver({ raw: context.reply.raw, socket: context.reply.request.raw.socket }, held.release);
}
