import type { Engine } from '../engine.ts';
import { deleteMailsBefore, emptyMailsBefore } from './mails.store.ts';

/** Forgets mails from before an instant in epoch milliseconds, whatever became of them. */
export function dropOldMails({ db }: Engine, beforeMs: number): Promise<void> {
  return deleteMailsBefore(db, beforeMs);
}

/** Forgets what mails from before an instant in epoch milliseconds said; that they went out stays. */
export function emptyOldMails({ db }: Engine, beforeMs: number): Promise<void> {
  return emptyMailsBefore(db, beforeMs);
}
