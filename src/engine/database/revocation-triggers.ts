import { escapeIdentifier } from 'pg';
import type { Queryable } from './database.ts';

/** Makes a table of accounts tell of every change of them (db/functions/sign-in.sql). Repeatable. */
export async function addRevocationTriggers(db: Queryable, table: string): Promise<void> {
  for (const [event, rows] of [
    ['update', 'new'],
    ['delete', 'old'],
  ]) {
    await db.query(
      `create or replace trigger revoked_by_${event} after ${event} on ${escapeIdentifier(table)}
       referencing ${rows} table as changed for each statement execute function note_changed_accounts()`,
    );
  }
}
