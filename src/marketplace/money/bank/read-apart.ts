import type { Engine } from '#engine/engine.ts';
import { WorkKilled } from '#engine/foreign-work/foreign-work.ts';
import { callerOf } from '#engine/http/caller-of.ts';
import type { RequestContext } from '#engine/http/route.ts';
import type { Statement } from './statement-moves.ts';

/** A statement of two million letters takes less; one that takes more was made to. */
const limits = { withinMs: 10_000, memoryMb: 420 };

const module = new URL('./read-statement.ts', import.meta.url);

/** Reads a statement in a process that is ended when it takes too much time or memory: then it is refused. */
export async function readApart(
  { foreignWork }: Pick<Engine, 'foreignWork'>,
  text: string,
  { auth, ip }: Pick<RequestContext, 'auth' | 'ip'>,
): Promise<Statement> {
  try {
    return await foreignWork.run<Statement>(module, () => text, { by: callerOf(auth, ip), limits });
  } catch (error) {
    if (error instanceof WorkKilled)
      return { account: '', lines: [], outgoing: [], faults: [{ line: 1, code: 'too_many_lines' }] };
    throw error;
  }
}
