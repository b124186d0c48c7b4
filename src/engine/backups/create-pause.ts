import type { Database } from '../database/database.ts';

/** Asks everybody to wait while a backup is brought back, on all servers. */
export type Pause = {
  isOn: () => boolean;
  /** New requests are asked to come again, until the answer is called. */
  begin: () => Promise<() => Promise<void>>;
  /** Listens to the other servers. */
  start: () => Promise<void>;
};

const channel = 'kerbside_pause';
/** Said again while it lasts; without another word it is over, so that a server that dies asks nobody to wait for ever. */
const againMs = 5_000;
const goodForMs = 20_000;

/** No pause yet. `server` is this one's name among the servers of a database. */
export function createPause(db: Database, server: string, onError: (error: unknown) => void): Pause {
  let own = 0;
  let others = false;
  let end: NodeJS.Timeout | undefined;

  function hear(said: string): void {
    const [word, by] = said.split(' ');
    // Its own words come back late: the pause would last beyond the work that it is for.
    if (by === server) return;
    clearTimeout(end);
    others = word === 'on';
    if (others) {
      end = setTimeout(() => {
        others = false;
      }, goodForMs).unref();
    }
  }
  // Who does not hear of it waits for the tables, as everybody would without a word.
  const say = (word: 'on' | 'off') =>
    db.query('select pg_notify($1, $2)', [channel, `${word} ${server}`]).then(() => {}, onError);

  return {
    isOn: () => own > 0 || others,
    async begin() {
      own++;
      await say('on');
      const again = setInterval(() => void say('on'), againMs).unref();
      return async () => {
        clearInterval(again);
        own--;
        await say('off');
      };
    },
    start: () => db.listen(channel, hear),
  };
}
