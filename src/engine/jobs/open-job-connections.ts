import type pg from 'pg';
import type { Db } from 'pg-boss';
import { type Database, openDatabase } from '../database/database.ts';
import { answerTimeout, createPool, type DatabaseTimes, endPool, followClients } from '../database/time-limits.ts';

export type JobConnections = {
  /** What pg-boss works with. */
  boss: Db;
  db: Database;
  close: () => Promise<void>;
};

/** Nobody waits for the queue, and what tidies its tables may take a while; a database that says nothing is given up all the same. */
const times: DatabaseTimes = { connectMs: 10_000, statementMs: () => 60_000 };

/**
 * The queue's own connections, so that it never waits for requests. pg-boss is given them instead of opening its own: its listener drops its
 * handlers when it stops, and a database that goes away at that moment would end the whole process.
 */
export function openJobConnections(connection: pg.PoolConfig): JobConnections {
  const named = { ...connection, application_name: 'kerbside jobs' };
  // pg-boss sends scripts of several statements, which can't be prepared by name as those of `db` are.
  const pool = createPool({ ...named, max: 3 }, times);
  const open = followClients(pool);
  const db = openDatabase({ connection: named, maxConnections: 1, times });
  return {
    db,
    boss: {
      executeSql: (text, values) =>
        pool.query({ text, ...(values ? { values: [...values] } : {}), ...answerTimeout(times) }),
      async listen(channel, onNotification, onReconnect) {
        await db.listen(channel, onNotification, onReconnect);
        onReconnect();
        // Ends with the other connections.
        return { close: async () => {} };
      },
    },
    async close() {
      await Promise.allSettled([endPool(pool, open), db.close()]);
    },
  };
}
