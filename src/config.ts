// Long because each variable stands here with what it accepts, once.
import { resolve } from 'node:path';
import { z } from 'zod';
import type { ManualPayNow } from '#marketplace/money/payments/manual/create-manual-provider.ts';
import type { StripeOptions } from '#marketplace/money/payments/stripe/create-stripe-provider.ts';
import type { Seller } from '#marketplace/money/receipts/seller.ts';
import { findUnsafe } from './check-safety.ts';

export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type Config = {
  isProduction: boolean;
  port: number;
  host: string;
  /** What mails and redirects carry, without a slash at the end. */
  publicUrl: string;
  /** An absolute path. */
  dataDir: string;
  /** Seals the secrets in stored settings; undefined: a key of its own in `dataDir` does. */
  settingsKey: string | undefined;
  /** Undefined: the server runs a PostgreSQL of its own in `dataDir`. */
  databaseUrl: string | undefined;
  /** The first start fills an empty database with a living marketplace. */
  isDemo: boolean;
  superuser: { email: string; password: string } | undefined;
  /** Public age keys of those who can read backups; none: backups are not encrypted. */
  backupRecipients: string[];
  /** A file with the secret age keys that restore encrypted backups. */
  backupIdentityFile: string | undefined;
  /** Undefined: mails are only kept. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Who answers for personal data; empty: the privacy page leads to the support. */
  privacyContact: string;
  /** Who sells here, as receipts name them. */
  seller: Seller;
  /** Where addresses are searched for; undefined: people type them. */
  addressSearchBase: string | undefined;
  /** Files of the reference's dashboard, to be served at `/_/`. */
  dashboardDir: string | undefined;
  /** Undefined: files are kept in `dataDir`. */
  s3: S3Config | undefined;
  /** Undefined: the sandbox takes payments, or nobody. */
  stripe: StripeOptions | undefined;
  /** Without Stripe: PayNow to the operator's own account, found in the bank's statement. */
  payNow: ManualPayNow | undefined;
  /** The sandbox may take payments, without money; outside production unless told. */
  takesSandboxPayments: boolean;
  google: { clientId: string; clientSecret: string; issuerBase: string } | undefined;
  vapid: { publicKey: string; privateKey: string } | undefined;
  twilioUrl: string | undefined;
  /** Undefined: uploads are not looked through for viruses. */
  clamdSocket: string | undefined;
  /** The epoch milliseconds at which the product's clock starts; undefined: the machine's own time. */
  clockStartMs: number | undefined;
};

/** `faults` are all sentences; the first is `message`. */
export type ConfigResult = { ok: true; config: Config } | { ok: false; message: string; faults: readonly string[] };

type Environment = Record<string, string | undefined>;
type Values = z.output<typeof variables>;

const url = (protocols: readonly string[], example: string) =>
  z
    .string()
    .refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''), `must be an address such as ${example}`);
const webUrl = (example: string) => url(['http:', 'https:'], example).transform((text) => text.replace(/\/+$/, ''));
const text = z.string();

/** Every variable that is read, by its name. Messages say what is accepted and never repeat the value: it may be a secret. */
const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be "development", "production" or "test"')
    .default('development'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portMessage())
    .transform(Number)
    .refine((port) => port <= 65_535, portMessage())
    .default(8090),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_%-]+$/, 'must be a host name or an IP address to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PUBLIC_URL: webUrl('https://kerbside.example')
    .refine((address) => isPlainAddress(address), 'must have nothing after the path: no "?" and no "#"')
    .optional(),
  DATA_DIR: text.default('./data'),
  SETTINGS_KEY: text.length(32, 'must have exactly 32 characters').optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database').optional(),
  DEMO: z
    .enum(['0', '1'], 'must be 1 (fill an empty database with a demonstration) or 0')
    .transform((value) => value === '1')
    .optional(),
  SUPERUSER_EMAIL: z.email('must be an e-mail address').optional(),
  SUPERUSER_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(71, 'must have at most 71 characters')
    .optional(),
  BACKUP_RECIPIENT: text
    .transform((value) => value.split(/[\s,]+/).filter((key) => key !== ''))
    .refine(areAgeRecipients, 'must be an age public key (age1…), or several with spaces between')
    .optional(),
  BACKUP_IDENTITY_FILE: text.optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be "name@host" or "Name <name@host>"')
    .optional(),
  PRIVACY_CONTACT: z.email('must be an e-mail address').optional(),
  SELLER_NAME: text.optional(),
  SELLER_UEN: text.regex(/^[A-Z0-9]{9,10}$/, 'must be the UEN of ACRA, such as 202612345K').optional(),
  SELLER_ADDRESS: text.optional(),
  ADDRESS_SEARCH_BASE: url(['https:'], 'https://www.onemap.gov.sg')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  DASHBOARD_DIR: text.optional(),
  S3_URL: url(['s3:', 's3+http:'], 's3://key:secret@host/bucket?region=ap-southeast-1')
    .refine((address) => parseS3Url(address) !== undefined, 'must name a key, a secret, a host and a bucket')
    .transform(parseS3Url)
    .optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.regex(/^pk_/, 'must be the key that begins with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: webUrl('https://api.stripe.com').default('https://api.stripe.com'),
  PAYNOW_UEN: z
    .string()
    .regex(
      /^(?:\d{8,9}|[TSR]\d{2}[A-Z]{2}\d{4})[A-Z][A-Z0-9]{0,3}$/,
      'must be the UEN that PayNow knows, such as 202612345K',
    )
    .optional(),
  PAYNOW_NAME: z
    .string()
    .regex(/^[\x20-\x7e]{1,25}$/, 'must have 1 to 25 letters, as the bank knows the account’s holder')
    .optional(),
  PAYNOW_HOLD_HOURS: z
    .string()
    .regex(/^(?:[1-9]|[1-3]\d|4[0-8])$/, 'must be a number of hours from 1 to 48')
    .transform(Number)
    .default(12),
  SANDBOX_PAYMENTS: z
    .enum(['0', '1'], 'must be 1 (lessons can be paid without money) or 0')
    .transform((value) => value === '1')
    .optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER_BASE: webUrl('https://accounts.google.com').default('https://accounts.google.com'),
  VAPID_PUBLIC_KEY: text.regex(/^[A-Za-z0-9_-]{87}$/, 'must be a P-256 point in base64url, 87 characters').optional(),
  VAPID_PRIVATE_KEY: text.regex(/^[A-Za-z0-9_-]{43}$/, 'must be a P-256 secret in base64url, 43 characters').optional(),
  TWILIO_URL: url(['https:', 'http:'], 'https://account:token@api.twilio.com?from=%2B6580000000')
    .refine((address) => isTwilioUrl(address), 'must name an account, a token and, after "?from=", the sender')
    .optional(),
  CLAMD_SOCKET: text.startsWith('/', 'must be the path of a socket, such as /run/clamav/clamd.ctl').optional(),
  CLOCK: z
    .string()
    .refine(
      (value) => parseClock(value) !== undefined,
      'must be a time with its offset, such as 2026-12-01T09:00:00+08:00',
    )
    .transform(parseClock)
    .optional(),
});

/** Variables that make sense together only. */
const pairs = [
  ['SUPERUSER_EMAIL', 'SUPERUSER_PASSWORD'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
  ['PAYNOW_UEN', 'PAYNOW_NAME'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
] as const;

/**
 * The configuration that the environment's variables describe, or why a server must not start by them: a variable that says nothing usable,
 * or something that is not safe (check-safety.ts). An empty variable counts as absent. Of other variables only the names are looked at,
 * and in production only: one that looks like ours and is not is a typing mistake.
 */
export async function readConfig(env: Environment = process.env): Promise<ConfigResult> {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const parsed = await variables.safeParseAsync(given);
  if (!parsed.success) return refused(parsed.error.issues.map(describeIssue));
  const values = parsed.data;
  const faults = pairs.flatMap(([first, second]) => {
    if ((values[first] === undefined) === (values[second] === undefined)) return [];
    const [present, absent] = values[first] === undefined ? [second, first] : [first, second];
    return [`${present} is set but ${absent} is not: set both or neither.`];
  });
  if (values.CLOCK !== undefined && values.NODE_ENV === 'production') {
    faults.push('CLOCK is for trying things out and is refused when NODE_ENV is "production".');
  }
  const config = toConfig(values);
  const set = Object.keys(env).filter((name) => env[name]);
  const known = Object.keys(variables.shape);
  faults.push(
    ...findUnsafe({
      ...config,
      takesStripe: config.stripe !== undefined,
      stripeKeys: [values.STRIPE_SECRET_KEY, values.STRIPE_PUBLISHABLE_KEY].filter((key) => key !== undefined),
      takesPayNow: config.payNow !== undefined,
      takesSandboxPayments: values.SANDBOX_PAYMENTS,
      set,
      known,
    }),
  );
  return faults.length > 0 ? refused(faults) : { ok: true, config };
}

function refused(faults: readonly string[]): ConfigResult {
  return { ok: false, message: faults[0] ?? '', faults };
}

function toConfig(values: Values): Config {
  const isProduction = values.NODE_ENV === 'production';
  const publicUrl = values.PUBLIC_URL ?? `http://${reachableHost(values.HOST)}:${values.PORT}`;
  const { SUPERUSER_EMAIL: email, SUPERUSER_PASSWORD: password } = values;
  const [stripe, payNow] = [stripeOf(values), payNowOf(values)];
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values;
  return {
    isProduction,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: resolve(values.DATA_DIR),
    settingsKey: values.SETTINGS_KEY,
    databaseUrl: values.DATABASE_URL,
    isDemo: values.DEMO ?? !isProduction,
    superuser: email && password ? { email, password } : undefined,
    backupRecipients: values.BACKUP_RECIPIENT ?? [],
    backupIdentityFile: values.BACKUP_IDENTITY_FILE && resolve(values.BACKUP_IDENTITY_FILE),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Kerbside <no-reply@${mailDomain(publicUrl)}>`,
    privacyContact: values.PRIVACY_CONTACT ?? '',
    seller: sellerOf(values),
    addressSearchBase: values.ADDRESS_SEARCH_BASE,
    dashboardDir: values.DASHBOARD_DIR && resolve(values.DASHBOARD_DIR),
    s3: values.S3_URL,
    stripe,
    payNow,
    takesSandboxPayments: values.SANDBOX_PAYMENTS ?? (!isProduction && !stripe && !payNow),
    google: clientId && clientSecret ? { clientId, clientSecret, issuerBase: values.GOOGLE_ISSUER_BASE } : undefined,
    vapid: publicKey && privateKey ? { publicKey, privateKey } : undefined,
    twilioUrl: values.TWILIO_URL,
    clamdSocket: values.CLAMD_SOCKET,
    clockStartMs: values.CLOCK,
  };
}

function stripeOf(values: Values): StripeOptions | undefined {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = values;
  return secretKey && publishableKey && webhookSecret
    ? { secretKey, publishableKey, webhookSecret, apiBase: values.STRIPE_API_BASE }
    : undefined;
}

// PayNow may know an account by the UEN with a suffix of up to three characters.
function sellerOf({ SELLER_NAME, SELLER_UEN, SELLER_ADDRESS, PAYNOW_UEN = '' }: Values): Seller {
  return {
    name: SELLER_NAME ?? 'Kerbside',
    uen: SELLER_UEN ?? /^(?:\d{8,9}|[TSR]\d{2}[A-Z]{2}\d{4})[A-Z]/.exec(PAYNOW_UEN)?.[0] ?? '',
    address: SELLER_ADDRESS ?? '',
  };
}

function payNowOf({ PAYNOW_UEN: uen, PAYNOW_NAME: name, PAYNOW_HOLD_HOURS: holdHours }: Values) {
  return uen && name ? { uen, name, holdHours } : undefined;
}

// A key with a wrong letter would make backups that nobody can read.
async function areAgeRecipients(keys: readonly string[]): Promise<boolean> {
  const { Encrypter } = await import('age-encryption');
  try {
    for (const key of keys) new Encrypter().addRecipient(key);
    return true;
  } catch {
    return false;
  }
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `${String(path[0])} ${message}.`;
}

function portMessage(): string {
  return 'must be a port number from 0 to 65535 (0 takes any free one)';
}

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

function isPlainAddress(address: string): boolean {
  const parsed = parseUrl(address);
  return parsed !== undefined && parsed.search === '' && parsed.hash === '';
}

function isTwilioUrl(address: string): boolean {
  const parsed = parseUrl(address);
  return Boolean(parsed?.username && parsed.password && parsed.searchParams.get('from'));
}

/** `s3://key:secret@host/bucket?region=…`; `s3+http` for a server without TLS. */
function parseS3Url(value: string): S3Config | undefined {
  const parsed = parseUrl(value);
  const bucket = parsed?.pathname.replace(/^\/|\/$/g, '');
  if (!parsed?.username || !parsed.password || !parsed.host || !bucket || bucket.includes('/')) return undefined;
  return {
    endpoint: `${parsed.protocol === 's3:' ? 'https' : 'http'}://${parsed.host}`,
    bucket,
    region: parsed.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(parsed.username),
    secretAccessKey: decodeURIComponent(parsed.password),
  };
}

/** Epoch milliseconds of an ISO time with an offset; without one it would mean something else on each machine. */
function parseClock(value: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value)) return undefined;
  const epochMs = Date.parse(value);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** An address to put into a link: nobody can open 0.0.0.0. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

// An address without a domain of its own, such as a machine under somebody's desk, can't be a sender's.
function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /\.[a-z]{2,}$/i.test(hostname) ? hostname : 'kerbside.example';
}
