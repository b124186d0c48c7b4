import { endSessions } from '#engine/auth/end-sessions.ts';
import { authRecordOf } from '#engine/auth/load-auth.ts';
import type { Engine } from '#engine/engine.ts';
import { findRow } from '#engine/records/record-store.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { findOpenOf, findOverdue, type Impersonation, markEnded } from './impersonations.store.ts';
import { usersOf } from './require-user.ts';

/** Ends looking through an account: its token is good for nothing any more, and the audit trail says when. False when it had ended. */
export async function endImpersonation(
  engine: Engine,
  { id, actor }: Pick<Impersonation, 'id' | 'actor'>,
): Promise<boolean> {
  const collection = usersOf(engine);
  const by = await findRow(engine.db, collection, actor);
  const nowMs = engine.clock.nowMs();
  const ended = await engine.db.transaction(async (tx) => {
    const found = await markEnded(tx, { id, actor, nowMs });
    const row = found && (await findRow(tx, collection, found.user));
    if (!found || !row || !by) return row;
    await writeAudit(tx, {
      // With the rights in which it was begun.
      auth: authRecordOf(engine, { collection, row: by }, { secondFactor: 'own' }),
      nowMs,
      action: 'impersonate_end',
      collection: 'users',
      record: found.user,
      recordName: String(row.name || row.email),
    });
    return row;
  });
  if (ended) await endSessions(engine, { collection, row: ended, only: id });
  return ended !== undefined;
}

/** Ends all that somebody of the staff has begun: they begin another one, or may no longer. */
export async function endImpersonationsOf(engine: Engine, actor: string): Promise<void> {
  for (const open of await findOpenOf(engine.db, actor)) await endImpersonation(engine, open);
}

/** Ends those whose hour is over, so that the audit trail has an end for each beginning. */
export async function endOverdueImpersonations(engine: Engine, nowMs: number): Promise<void> {
  for (const overdue of await findOverdue(engine.db, nowMs)) await endImpersonation(engine, overdue);
}
