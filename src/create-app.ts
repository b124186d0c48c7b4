import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { dropOldRevocations } from '#engine/auth/drop-old-traces.ts';
import { readIdentities } from '#engine/backups/backup-keys.ts';
import type { Clock } from '#engine/clock.ts';
import { installCollections } from '#engine/collections/install-collections.ts';
import { systemCollections } from '#engine/collections/system.collection.ts';
import { createEngine, type RunningEngine } from '#engine/create-engine.ts';
import { engineRoutes } from '#engine/engine-routes.ts';
import { createClamdScanner } from '#engine/files/create-clamd-scanner.ts';
import { createLocalFileStore } from '#engine/files/local-file-store.ts';
import { createSweepers, type Sweepers } from '#engine/jobs/sweepers.ts';
import { createRequestLimiter } from '#engine/limits/create-request-limiter.ts';
import { dropEndedCounts } from '#engine/limits/drop-ended-counts.ts';
import type { Logger } from '#engine/log.ts';
import { systemRandom } from '#engine/random.ts';
import { dropGoneRecords } from '#engine/realtime/drop-gone-records.ts';
import { renewViews } from '#engine/schema/renew-views.ts';
import { serveHttp } from '#engine/serve-http.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { marketplaceRoutes } from '#marketplace/marketplace-routes.ts';
import { marketplaceSweepers } from '#marketplace/marketplace-sweepers.ts';
import { addOutsideFigures } from '#marketplace/money/outside/add-outside-figures.ts';
import { chooseProvider } from '#marketplace/money/payments/choose-provider.ts';
import type { ManualPayNow } from '#marketplace/money/payments/manual/create-manual-provider.ts';
import type { PaymentProvider } from '#marketplace/money/payments/payment-provider.ts';
import type { StripeOptions } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import type { Seller } from '#marketplace/money/receipts/seller.ts';
import { createOneMapSearch } from '#marketplace/people/addresses/address-search.ts';
import { findProved } from '#marketplace/people/users/find-proved.ts';
import { limitStaffRights } from '#marketplace/people/users/limit-staff-rights.ts';
import { type GoogleOptions, withGoogle } from '#marketplace/people/users/with-google.ts';
import { wordAuthMail } from '#marketplace/people/users/word-auth-mail.ts';
import { registerMarketplaceHooks } from '#marketplace/register-marketplace-hooks.ts';
import { isDemoAddress } from '#marketplace/running/demo/is-demo-address.ts';
import { createPushSender, type VapidKeys } from '#marketplace/talk/notifications/create-push-sender.ts';
import { createTwilioSender } from '#marketplace/talk/notifications/create-twilio-sender.ts';
import type { DeliveryWays } from '#marketplace/talk/notifications/delivery-ways.ts';
import { sendNotifications } from '#marketplace/talk/notifications/send-notifications.ts';
import { caldavRoutes } from '#marketplace/teaching/calendar/caldav/caldav-routes.ts';
import { forgetOldDetails } from '#marketplace/trust/privacy/forget-old-details.ts';

export type AppOptions = {
  /** A migrated database. */
  connection: pg.PoolConfig;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  isDevelopment: boolean;
  dataDir: string;
  /** Seals stored secrets; the same on all servers of a database. */
  settingsKey?: string | undefined;
  /** Public age keys of those who can read backups; none: backups are not encrypted. */
  backupRecipients?: readonly string[];
  /** A file with the secret age keys that restore encrypted backups; read when one is restored. */
  backupIdentityFile?: string | undefined;
  smtpUrl?: string | undefined;
  mailFrom?: string;
  /** Our client at Google; without it nobody signs in with Google. */
  google?: GoogleOptions | undefined;
  /** Rights of staff wait for their second factor. */
  staffNeedSecondFactor?: boolean;
  /** The machine's own time, which is compared with the database's. */
  machine?: Clock;
  /** Stripe takes the money; without it the sandbox or nobody. */
  stripe?: StripeOptions | undefined;
  /** Without Stripe: PayNow to the operator's own account. */
  payNow?: ManualPayNow | undefined;
  /** Who sells here, as receipts name them. */
  seller?: Seller | undefined;
  /** Where addresses are searched for; without it people type them. */
  addressSearchBase?: string | undefined;
  /** Lessons may be confirmed without money; in development unless told. */
  takesSandboxPayments?: boolean;
  /** Takes the money in place of any of these, for trying out what providers do. */
  provider?: PaymentProvider | undefined;
  /** Where ClamAV's daemon listens; without it uploads are not looked through. */
  clamdSocket?: string | undefined;
  /** Account, token and sender at Twilio; without it nobody gets text messages. */
  twilioUrl?: string | undefined;
  /** What our push messages are signed with; without it nobody is told by push. */
  vapid?: VapidKeys | undefined;
  /** Push services besides the browser makers', for trying things out. */
  trustedPushOrigins?: readonly string[];
  /** Where calendars of instructors are read though they are not on the open internet, for trying things out. */
  trustedCalendarOrigins?: readonly string[];
};

export type App = {
  engine: RunningEngine;
  http: FastifyInstance;
  sweepers: Sweepers;
  /** Serves requests no more, finishes what runs, and lets the database go. */
  close: () => Promise<void>;
};

function sweeperParts({ db, clock, log, metrics, clockWatch }: RunningEngine): Parameters<typeof createSweepers>[0] {
  return { db, clock, log, onSwept: metrics.noteSweep, clockWatch };
}

function backupKeysOf({ backupRecipients = [], backupIdentityFile }: AppOptions) {
  return { recipients: backupRecipients, readIdentities: () => readIdentities(backupIdentityFile) };
}

function deliveryWaysOf(
  { twilioUrl, vapid, trustedPushOrigins, publicUrl }: AppOptions,
  { clock }: RunningEngine,
): DeliveryWays {
  const trustedOrigins = trustedPushOrigins ?? [];
  return {
    ...(twilioUrl ? { sms: createTwilioSender(twilioUrl) } : {}),
    ...(vapid ? { push: createPushSender({ keys: vapid, contact: publicUrl, clock, trustedOrigins }) } : {}),
  };
}

/** Joins engine, marketplace and HTTP on a migrated database; nothing listens or sweeps yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { connection, log, publicUrl, isDevelopment, dataDir } = options;
  const engine = await createEngine({
    connection,
    clock: options.clock,
    machine: options.machine,
    random: systemRandom,
    log,
    files: createLocalFileStore(join(dataDir, 'files')),
    scanner: options.clamdSocket ? createClamdScanner(options.clamdSocket) : undefined,
    publicUrl,
    isDevelopment,
    dataDir,
    settingsKey: options.settingsKey,
    backupKeys: backupKeysOf(options),
    smtpUrl: options.smtpUrl,
    mailFrom: options.mailFrom ?? 'Kerbside <hello@kerbside.example>',
    findProved,
    wordMail: wordAuthMail,
    limitRights: (name, row, signedIn) => limitStaffRights(name, row, { ...options, ...signedIn, clock: engine.clock }),
  });
  const provider =
    options.provider ??
    (await chooseProvider({
      stripe: options.stripe,
      payNow: options.payNow,
      random: systemRandom,
      takesSandboxPayments: options.takesSandboxPayments ?? isDevelopment,
    }));
  const ways = deliveryWaysOf(options, engine);
  addOutsideFigures(engine);
  registerMarketplaceHooks(engine, { provider, ways, trustedCalendarOrigins: options.trustedCalendarOrigins });
  const collections = marketplaceCollections.map((collection) =>
    collection.name === 'users' ? withGoogle(collection, options.google) : collection,
  );
  await installCollections(engine, [...systemCollections, ...collections]);
  await renewViews(engine);
  await engine.jobs.start();
  const sweepers = createSweepers(sweeperParts(engine));
  sweepers.add(
    ...marketplaceSweepers(engine, provider),
    sendNotifications(engine),
    forgetOldDetails(engine),
    engine.crons.sweeper,
    dropEndedCounts(engine),
    dropGoneRecords(engine),
    dropOldRevocations(engine),
  );
  const limiter = createRequestLimiter(engine);
  const routes = [
    ...engineRoutes(engine, { isShown: isDemoAddress, limit: limiter.limit }),
    ...marketplaceRoutes(engine, provider, ways, {
      seller: options.seller,
      addressSearch: options.addressSearchBase ? createOneMapSearch(options.addressSearchBase) : undefined,
    }),
    ...caldavRoutes(engine),
  ];
  const http = serveHttp(engine, routes, limiter);
  return {
    engine,
    http,
    sweepers,
    async close() {
      // Who is being answered is waited for; pictures that wait for their turn may be minutes of work.
      engine.foreignWork.stop();
      await http.close();
      await sweepers.stop();
      await engine.close();
    },
  };
}
