import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts';

// A server of its own: for every other test Google is off, as it is by default.
test.describe.configure({ mode: 'serial' });

let provider: OpenIdProvider;
let server: ChildProcess;
let url = '';

test.beforeAll(async () => {
  // A server with a database of its own is long in coming on a busy machine.
  test.slow();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider([`${url}/api/oauth2-redirect`]);
  server = spawn(process.execPath, ['test/support/run-e2e-server.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: '0',
      NODE_ENV: 'development',
      E2E_DATA: `e2e-google-${port}`,
      GOOGLE_CLIENT_ID: provider.clientId,
      GOOGLE_CLIENT_SECRET: provider.clientSecret,
      GOOGLE_ISSUER_BASE: provider.issuer,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of server.stdout ?? []) if (String(chunk).includes('is ready')) break;
  server.stdout?.resume();
});

test.afterAll(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await provider.close();
});

test('registering with Google opens a window of the provider, makes the account and goes to the dashboard [121]', {
  tag: '@any-width',
}, async ({ page }) => {
  provider.signInAs({ sub: 'g-1', email: 'tan@people.example', email_verified: true, name: 'Tan Wei Ming' });
  await page.goto(`${url}/register`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(`${url}/dashboard`);
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}'));
  expect(session.record).toMatchObject({ email: 'tan@people.example', name: 'Tan Wei Ming', verified: true });
});

test('signing in with Google keeps the session and goes to the dashboard [51] [52] [53]', {
  tag: '@any-width',
}, async ({ page }) => {
  provider.signInAs({ sub: 'g-1', email: 'tan@people.example', email_verified: true, name: 'Tan Wei Ming' });
  const asked = page.waitForRequest((request) => request.url().endsWith('/collections/users/auth-with-oauth2'));
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: /Google/ }).click();
  expect((await asked).postDataJSON()).toMatchObject({ provider: 'google', createData: {} });
  await page.waitForURL(`${url}/dashboard`);
  await page.reload();
  await expect(page).toHaveURL(`${url}/dashboard`);
});
