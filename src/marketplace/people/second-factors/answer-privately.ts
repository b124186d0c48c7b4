import type { Answer } from '#engine/http/route.ts';

/** An answer that no cache may keep: it holds a secret, or says how an account is opened. */
export function answerPrivately<T>(body: T): Answer<T> {
  return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
}
