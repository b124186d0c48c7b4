import type { FastifyReply } from 'fastify';
import type { BodyPace } from './pace-body.ts';
import { whenOver } from './when-over.ts';

/** A bucket may need half a minute for what comes next. */
const usualPace: BodyPace = { quietMs: 60_000, bytesPerSecond: 500 };

/** An answer whose length nobody said is a stream of files: as long as a very large one takes. */
const unknownBytes = 1024 * 1024 * 1024;

/**
 * Cuts a connection off whose peer takes nothing of an answer for `quietMs`, or takes it more slowly than bodies must come: it would hold the memory,
 * the open file and the connection for as long as it likes. Node itself sees whether anything of what waits was taken.
 */
export function paceAnswer(
  { raw, request }: FastifyReply,
  bytes: number | undefined,
  pace: BodyPace = usualPace,
): void {
  const { socket } = request.raw;
  if (socket.destroyed) return;
  // Once the answer is out Node sets the time for the next request of the connection.
  socket.setTimeout(pace.quietMs);
  const allMs = pace.quietMs + ((bytes ?? unknownBytes) / pace.bytesPerSecond) * 1000;
  const end = setTimeout(() => socket.destroy(), Math.min(allMs, 0x7fffffff)).unref();
  whenOver({ raw, socket }, () => clearTimeout(end));
}
