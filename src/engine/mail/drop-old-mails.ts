import type { Engine } from '../engine.ts';
import type { Sweeper } from '../jobs/sweepers.ts';
import { deleteOldMails, emptyOldMails } from './mails.store.ts';

const dayMs = 86_400_000;
/** Long enough to answer "did it go out?", and for no key of a mail to be used again. */
const keptDays = 400;

/** What a mail said has addresses and names in it, and is read again by nobody after so long. */
const readableDays = 30;

/** Daily: forgets mails of long ago, and of earlier ones what they said; those that still wait are kept. */
export function dropOldMails({ db }: Engine): Sweeper {
  return {
    name: 'drop-old-mails',
    everyMs: dayMs,
    async run(nowMs) {
      await deleteOldMails(db, nowMs - keptDays * dayMs);
      await emptyOldMails(db, nowMs - readableDays * dayMs);
    },
  };
}
