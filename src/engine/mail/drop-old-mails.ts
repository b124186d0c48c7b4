import type { Engine } from '../engine.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import { deleteOldMails } from './mails.store.ts';

const dayMs = 86_400_000;
/** Long enough to answer "did it go out?", and for no key of a mail to be used again. */
const keptDays = 400;

/** Daily: forgets mails of long ago; those that still wait are kept. */
export function dropOldMails({ db }: Engine): Sweeper {
  return { name: 'drop-old-mails', everyMs: dayMs, run: (nowMs) => deleteOldMails(db, nowMs - keptDays * dayMs) };
}
