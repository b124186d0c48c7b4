import { shiftedClock, systemClock } from '#engine/clock.ts';
import type { DatabaseOptions } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError } from '#engine/http/api-error.ts';
import type { Logger } from '#engine/log.ts';
import { MoveError } from '#engine/moving/move-error.ts';
import { usage } from '#engine/moving/run-moving.ts';
import { openRights } from '#marketplace/people/second-factors/open-rights.ts';
import { resetFactors } from '#marketplace/people/second-factors/reset-factors.ts';
import { readAdminWish, runAdminWish } from './admin-command.ts';
import type { Config } from './config.ts';
import { createApp } from './create-app.ts';

type Options = { config: Config; connection: DatabaseOptions['connection']; log: Logger; out: (line: string) => void };
type Deed = (engine: Engine) => Promise<string[]>;

/** Runs one command of `bin/kerbside admin` and answers its exit code: what an operator does to accounts when nobody else can. */
export async function administer(args: readonly string[], { config, connection, log, out }: Options): Promise<number> {
  const deed = readDeed(args);
  if (!deed) throw new MoveError([usage]);
  const clock = config.clockStartMs === undefined ? systemClock : shiftedClock(config.clockStartMs);
  const app = await createApp({ ...config, connection, log, clock, isDevelopment: !config.isProduction });
  try {
    for (const line of await deed(app.engine)) out(line);
    return 0;
  } catch (error) {
    if (error instanceof ApiError) throw new MoveError(reasonsOf(error));
    throw error;
  } finally {
    await app.close();
  }
}

function readDeed(args: readonly string[]): Deed | undefined {
  const wish = readAdminWish(args);
  if (wish) return (engine) => runAdminWish(engine, wish);
  const [verb, email, ...others] = args;
  if (!email?.includes('@') || others.length > 0) return undefined;
  if (verb === 'open-rights') return (engine) => open(engine, email);
  return verb === 'reset-factors' ? (engine) => takeFactors(engine, email) : undefined;
}

async function open(engine: Engine, email: string): Promise<string[]> {
  if (!(await openRights(engine, email))) throw new MoveError([`No rights of ${email} wait.`]);
  return [`The rights of ${email} wait no longer. They sign in again, or come back in a minute.`];
}

async function takeFactors(engine: Engine, email: string): Promise<string[]> {
  if (!(await resetFactors(engine, email))) throw new MoveError([`Nobody has the address ${email}.`]);
  return [
    `${email} signs in with the password alone now, and sets a second factor up again. They and all administrators are told.`,
  ];
}

/** Why something is refused: what is said at the fields, or of the whole. */
function reasonsOf({ message, data }: ApiError): string[] {
  const reasons = Object.entries(data).map(([field, error]) => `${field}: ${error.message}`);
  return reasons.length > 0 ? reasons : [message];
}
