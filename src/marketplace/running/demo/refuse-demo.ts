import type { Queryable } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { hasAnyAccount } from './demo.store.ts';
import { demoAccountIds } from './demo-people.ts';

const known = 'whose passwords everybody knows';

/** The database holds the demonstration, and real people must not meet it. */
export class DemoDataError extends Error {
  override name = 'DemoDataError';
}

/**
 * Throws when the demo was ever seeded into this database, whatever its accounts are called now: everybody knows their passwords. A backup that
 * would bring it is refused from here on.
 */
export async function refuseDemo({ db, restoration }: Pick<Engine, 'db' | 'restoration'>): Promise<void> {
  const isThere = (of: Queryable) => hasAnyAccount(of, demoAccountIds());
  restoration.addCheck(async (staged) => ((await isThere(staged)) ? [`It holds the demonstration, ${known}.`] : []));
  if (!(await isThere(db))) return;
  throw new DemoDataError(
    `This database holds the demonstration, ${known}, so it does not start when NODE_ENV is "production". ` +
      'Set DATA_DIR to a new folder or DATABASE_URL to an empty database, with SUPERUSER_EMAIL and SUPERUSER_PASSWORD for the first superuser.',
  );
}
