import { systemClock } from '#engine/clock.ts';
import type { DatabaseOptions } from '#engine/database/database.ts';
import type { Logger } from '#engine/log.ts';
import { MoveError } from '#engine/moving/move-error.ts';
import { usage } from '#engine/moving/run-moving.ts';
import { resetFactors } from '#marketplace/second-factors/reset-factors.ts';
import type { Config } from './config.ts';
import { createApp } from './create-app.ts';

type Options = { config: Config; connection: DatabaseOptions['connection']; log: Logger; out: (line: string) => void };

/** Runs one command of `bin/kerbside admin` and answers its exit code: what an operator does to accounts when nobody else can. */
export async function administer(args: readonly string[], { config, connection, log, out }: Options): Promise<number> {
  const [verb, email, ...others] = args;
  if (verb !== 'reset-factors' || !email?.includes('@') || others.length > 0) throw new MoveError([usage]);
  const app = await createApp({ ...config, connection, log, clock: systemClock, isDevelopment: !config.isProduction });
  try {
    const isKnown = await resetFactors(app.engine, email);
    if (!isKnown) throw new MoveError([`Nobody has the address ${email}.`]);
    out(
      `${email} signs in with the password alone now, and sets a second factor up again. They and all administrators are told.`,
    );
    return 0;
  } finally {
    await app.close();
  }
}
