import type pg from 'pg';
import type { Queryable } from './database.ts';

/**
 * Runs work while a connection of the pool holds the lock of a name; false when somebody else has it. The lock is the session's: no transaction is
 * open meanwhile. A connection that doesn't answer is closed, and a lock goes with it: then the work goes on while another server may begin it too. So
 * the lock only saves double work; what must happen once is a compare-and-set of the work's own, or is asked of others by an id that stays the same.
 */
export async function holdLock(
  pool: pg.Pool,
  queryOf: (client: pg.PoolClient) => Queryable['query'],
  { name, work }: { name: string; work: () => Promise<void> },
): Promise<boolean> {
  const client = await pool.connect();
  const query = queryOf(client);
  let broken: Error | undefined;
  const isAnswered = async (text: string) => {
    try {
      return (await query<{ is: boolean }>(text, [name]))[0]?.is === true;
    } catch (error) {
      broken = error as Error;
      throw error;
    }
  };
  try {
    if (!(await isAnswered('select pg_try_advisory_lock(hashtext($1)) as is'))) return false;
    try {
      await work();
    } finally {
      await isAnswered('select pg_advisory_unlock(hashtext($1)) as is').catch(() => {});
    }
    return true;
  } finally {
    client.release(broken);
  }
}
