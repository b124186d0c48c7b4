import './keep-private.ts';

import { join } from 'node:path';
import { ensureSuperuser } from '#engine/auth/ensure-superuser.ts';
import { shiftedClock, systemClock } from '#engine/clock.ts';
import { type DatabaseOptions, openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { describeEdited, migrate } from '#engine/database/migrate.ts';
import { describeStartError } from '#engine/describe-start-error.ts';
import { giveMemoryBack } from '#engine/give-memory-back.ts';
import { clientIp } from '#engine/http/client-ip.ts';
import { serveDashboard } from '#engine/http/serve-dashboard.ts';
import { serveWeb } from '#engine/http/serve-web.ts';
import { createRenderLimiter, createWaitingLimiter } from '#engine/limits/create-render-limiter.ts';
import { createLogger, type Logger } from '#engine/log.ts';
import { makeDataFolder } from '#engine/make-data-folder.ts';
import { stripeOrigins } from '#marketplace/money/payments/stripe/stripe-origins.ts';
import { dashboardNotice } from '#marketplace/platform/facts/dashboard-notice.ts';
import { ensurePlatformFacts } from '#marketplace/platform/facts/ensure-platform-facts.ts';
import { followShown } from '#marketplace/platform/reads/follow-shown.ts';
import { refuseDemo } from '#marketplace/running/demo/refuse-demo.ts';
import { type DemoAccounts, seedDemo } from '#marketplace/running/demo/seed-demo.ts';
import { awaitPages } from './await-pages.ts';
import { closeInTurn } from './close-in-turn.ts';
import { type Config, readConfig } from './config.ts';
import { type App, createApp } from './create-app.ts';
import { findMissingPeople, findShortcomings, type Shortcoming } from './find-shortcomings.ts';
import { missingSetup } from './missing-setup.ts';
import { pageFlags } from './page-flags.ts';

const root = join(import.meta.dirname, '..');
const closers: Array<() => Promise<void>> = [];
let isClosing = false;

/** Undoes what was started, last first; a second signal ends the process at once. */
async function close(code: number): Promise<void> {
  if (isClosing) process.exit(1);
  isClosing = true;
  await closeInTurn(closers.reverse(), (error) => console.error(error));
  process.exit(code);
}

async function start(config: Config): Promise<void> {
  const log = createLogger(config.isProduction ? 'info' : 'warn');
  for (const sentence of missingSetup(config)) log.warn({}, sentence);
  await makeDataFolder(config.dataDir);
  const connection = config.databaseUrl ? { connectionString: config.databaseUrl } : await startDatabase(config);
  await bringUpToDate(connection, config, log);
  const app = await createApp({
    ...config,
    connection,
    log,
    clock: config.clockStartMs === undefined ? systemClock : shiftedClock(config.clockStartMs),
    isDevelopment: !config.isProduction,
    takesSandboxPayments: config.takesSandboxPayments,
    staffNeedSecondFactor: config.isProduction,
  });
  closers.push(() => app.close());
  const demo = await fillDatabase(app, config);
  if (config.isProduction) {
    for (const { what, mend } of await findShortcomings(app.engine, config)) log.warn({}, `${what} ${mend}`);
  }
  await servePages(app, config, log);
  await app.http.listen({ port: config.port, host: config.host });
  app.sweepers.start();
  giveMemoryBack();
  // In production the log has said it already.
  announce(config, demo, config.isProduction ? [] : await findMissingPeople(app.engine));
}

async function servePages(app: App, config: Config, log: Logger): Promise<void> {
  await awaitPages();
  const { dashboardDir } = config;
  if (dashboardDir) await serveDashboard(app.http, { folder: dashboardDir, notice: dashboardNotice });
  await serveWeb(app.http, {
    distFolder: join(root, 'dist'),
    flags: pageFlags(app.engine, config),
    ...(config.stripe ? { trusted: stripeOrigins } : {}),
    followChanges: (noteChange) => followShown(app.engine.realtime, noteChange),
    clientIp: (headers, socketIp) => clientIp(headers, socketIp, app.engine.settings.current().trustedProxy),
    admitRender: createRenderLimiter(app.engine),
    admitWaiting: createWaitingLimiter(app.engine),
    clock: app.engine.clock,
    random: app.engine.random,
    log,
  });
}

async function startDatabase(config: Config) {
  const log = createLogger(config.isProduction ? 'info' : 'warn');
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  closers.push(() => postgres.stop());
  return postgres.connection;
}

async function bringUpToDate(connection: DatabaseOptions['connection'], config: Config, log: Logger) {
  const db = openDatabase({ connection, maxConnections: 1 });
  try {
    const { edited, unknown } = await migrate(db, join(root, 'db'), { allowEdited: !config.isProduction });
    if (edited.length > 0) log.warn({ edited }, describeEdited(edited));
    if (unknown.length > 0)
      log.warn({ unknown }, 'A newer version migrated this database; its functions are left as they are.');
  } finally {
    await db.close();
  }
}

async function fillDatabase({ engine }: App, config: Config): Promise<DemoAccounts | undefined> {
  if (config.isProduction) await refuseDemo(engine);
  await ensurePlatformFacts(engine);
  if (config.superuser) await ensureSuperuser(engine, config.superuser);
  return config.isDemo ? seedDemo(engine) : undefined;
}

function announce(config: Config, demo: DemoAccounts | undefined, missing: readonly Shortcoming[]): void {
  const lines = [`Kerbside is ready at ${config.publicUrl}`];
  if (demo?.isPresent) {
    lines.push(`Demo accounts, password ${demo.password}:`);
    for (const role of ['learner', 'instructor', 'admin', 'superuser'] as const) {
      lines.push(`  ${role.padEnd(10)} ${demo[role].email.padEnd(24)} ${demo[role].name}`);
    }
  }
  for (const { what, mend } of missing) lines.push(`${what} ${mend}`);
  if (!config.isProduction) lines.push(`Mails can be read at ${config.publicUrl}/dev/mailbox`);
  console.log(lines.join('\n'));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(0));

const result = await readConfig();
if (!result.ok) {
  console.error(result.faults.join('\n'));
  process.exit(1);
}
start(result.config).catch(async (error: unknown) => {
  // A signal came before the start was done: what it took away is no fault, and `close` ends the process.
  if (isClosing) return;
  const sentence = describeStartError(error);
  console.error(sentence ?? error);
  await close(1);
});
