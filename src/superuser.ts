import './keep-private.ts';

import { systemClock } from '#engine/clock.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { ApiError } from '#engine/http/api-error.ts';
import { createLogger } from '#engine/log.ts';
import { type Config, readConfig } from './config.ts';
import { createApp } from './create-app.ts';
import { type Rescue, rescueSuperuser } from './rescue-superuser.ts';

const usage = `bin/superuser EMAIL [--from-anywhere] [--without-second-factor]
Gives the superuser a new password, which is printed and ends all sessions; makes the account where there is none.
--from-anywhere          clears the addresses that superusers may come from (superuserIPs)
--without-second-factor  lets superusers in with the password alone`;

const flags = ['--from-anywhere', '--without-second-factor'];

function readArguments(args: readonly string[]): Rescue | undefined {
  const [email, ...others] = args.filter((arg) => !flags.includes(arg));
  if (email === undefined || others.length > 0 || !email.includes('@')) return undefined;
  return {
    email,
    fromAnywhere: args.includes('--from-anywhere'),
    withoutSecondFactor: args.includes('--without-second-factor'),
  };
}

async function rescue(config: Config, wanted: Rescue): Promise<void> {
  const log = createLogger('error');
  const postgres = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const connection = postgres?.connection ?? { connectionString: config.databaseUrl };
  try {
    const app = await createApp({
      ...config,
      connection,
      log,
      clock: systemClock,
      isDevelopment: !config.isProduction,
    });
    try {
      const password = await rescueSuperuser(app.engine, wanted);
      console.log(`${wanted.email} can sign in with the password ${password}`);
    } finally {
      await app.close();
    }
  } finally {
    await postgres?.stop();
  }
}

function explain(error: unknown): unknown {
  if (error instanceof ApiError) return `${error.message} ${JSON.stringify(error.data)}`;
  return describeStartError(error) ?? error;
}

const wanted = readArguments(process.argv.slice(2));
const result = await readConfig();
if (!wanted || !result.ok) {
  console.error(wanted && !result.ok ? result.faults.join('\n') : usage);
  process.exit(1);
}
rescue(result.config, wanted).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
