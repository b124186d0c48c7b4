import type { Database } from '../database/database.ts';

/** Tells every part of every server that a backup was restored: what they remember may be wrong now. */
export type Restoration = {
  /** `forget` runs on this server whenever a backup was restored, by whichever server. */
  add: (forget: () => void | Promise<void>) => void;
  tell: () => Promise<void>;
  /** Listens to the other servers. */
  start: () => Promise<void>;
};

const channel = 'kerbside_restored';

/** Nobody to tell yet. */
export function createRestoration(db: Database): Restoration {
  const forgets: Array<() => void | Promise<void>> = [];
  const forgetAll = async () => {
    for (const forget of forgets) await forget();
  };
  return {
    add: (forget) => void forgets.push(forget),
    async tell() {
      await forgetAll();
      await db.query('select pg_notify($1, $2)', [channel, '']);
    },
    start: () => db.listen(channel, () => void forgetAll()),
  };
}
