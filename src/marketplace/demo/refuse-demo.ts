import type { Engine } from '#engine/engine.ts';
import { hasAnyAccount } from './demo.store.ts';
import { demoAccountIds } from './demo-people.ts';

/** The database holds the demonstration, and real people must not meet it. */
export class DemoDataError extends Error {
  override name = 'DemoDataError';
}

/** Throws when the demo was ever seeded into this database, whatever its accounts are called now: everybody knows their passwords. */
export async function refuseDemo({ db }: Engine): Promise<void> {
  if (!(await hasAnyAccount(db, demoAccountIds()))) return;
  throw new DemoDataError(
    'This database holds the demonstration, whose passwords everybody knows, so it does not start when NODE_ENV is "production". ' +
      'Set DATA_DIR to a new folder or DATABASE_URL to an empty database, with SUPERUSER_EMAIL and SUPERUSER_PASSWORD for the first superuser.',
  );
}
