import type pg from 'pg';
import type { Row } from './database.ts';
import { answerTimeout, createPool, type DatabaseTimes, endPool, followClients, isGivenUp } from './time-limits.ts';

export type ShortReads = {
  read: <T extends Row = Row>(text: string, values: readonly unknown[], ms: number) => Promise<T[]>;
  close: () => Promise<void>;
};

const most = 4;
/** What was asked once grows the process behind a connection, and a process keeps what it grew by. */
const usesOfOne = 200;
/** A connection that nobody needs is closed after so long. */
const idleMs = 5000;

/**
 * Questions that strangers thought of, on few connections of their own: planning one may take as much memory as all else that a connection
 * is asked. They are read only, ended after a time, and prepared for no second time, since nobody knows whether there is one.
 */
export function createShortReads(connection: pg.PoolConfig, times: DatabaseTimes | undefined): ShortReads {
  const pool = createPool({ ...connection, max: most, maxUses: usesOfOne, idleTimeoutMillis: idleMs }, times);
  const open = followClients(pool);
  return {
    async read<T extends Row>(text: string, values: readonly unknown[], ms: number) {
      const limitMs = Math.max(1, Math.floor(ms));
      const giveUp = times && answerTimeout({ ...times, statementMs: () => limitMs });
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        const begin = `begin; set transaction read only; set local statement_timeout = ${limitMs}`;
        await client.query({ text: begin, ...giveUp });
        const question = { text, values: [...values], queryMode: 'extended', ...giveUp };
        const { rows } = await client.query<T>(question);
        await client.query({ text: 'commit', ...giveUp });
        return rows;
      } catch (error) {
        if (isGivenUp(error)) broken = error as Error;
        else
          await client.query({ text: 'rollback', ...giveUp }).catch((rollbackError: Error) => {
            broken = rollbackError;
          });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => endPool(pool, open),
  };
}
