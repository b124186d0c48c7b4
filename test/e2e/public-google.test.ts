import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { freePort } from '../../bin/lib/free-port.mjs';
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
  provider = await startOpenIdProvider([`${url}/api/oauth2-redirect`, `http://localhost:${port}/api/oauth2-redirect`]);
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

// Both widths in one test: at a second one this file would start its server again.
test('the button for Google has its mark, drawn whole, beside its name on both pages', { tag: '@any-width' }, async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/login', '/register']) {
      await page.goto(url + path);
      const button = page.getByRole('button', { name: 'Continue with Google', exact: true });
      const mark = button.locator('svg');
      await expect(mark).toHaveAttribute('aria-hidden', 'true');
      const [outer, inner] = [await button.boundingBox(), await mark.boundingBox()];
      if (!outer || !inner) throw new Error('The button or its mark is not shown.');
      expect([inner.width, inner.height]).toEqual([20, 20]);
      expect(inner.x).toBeGreaterThan(outer.x);
      expect(inner.x + inner.width).toBeLessThan(outer.x + outer.width / 2);
    }
  }
});

test('signing in with Google keeps the session and goes to the dashboard by /user/home [51] [52]', {
  tag: '@any-width',
}, async ({ page }) => {
  provider.signInAs({ sub: 'g-1', email: 'tan@people.example', email_verified: true, name: 'Tan Wei Ming' });
  const listed = page.waitForRequest((request) => request.url().includes('/api/collections/users/auth-methods'));
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/collections/users/auth-with-oauth2'));
  const passed: string[] = [];
  page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname));
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: /Google/ }).click();
  expect([(await listed).method(), (await asked).method()]).toEqual(['GET', 'POST']);
  const { code, codeVerifier, redirectURL, ...rest } = (await asked).postDataJSON();
  expect(rest).toEqual({ provider: 'google', createData: {} });
  for (const part of [code, codeVerifier, redirectURL]) expect(part).toMatch(/\S{8,}/);
  await page.waitForURL(`${url}/dashboard`);
  // From signing in the way leads by /user/home, which leads on.
  expect(passed).toContain('/user/home');
  await page.reload();
  await expect(page).toHaveURL(`${url}/dashboard`);
});

test('[25.18] a provider of another site that answers by a form is come back from as well, in a browser that keeps its cookies', {
  tag: '@any-width',
}, async ({ page, context }) => {
  provider.signInAs({ sub: 'g-1', email: 'tan@people.example', email_verified: true, name: 'Tan Wei Ming' });
  // To the browser `localhost` and 127.0.0.1, where the provider is, are two sites.
  const here = url.replace('127.0.0.1', 'localhost');
  await page.route('**/api/collections/users/auth-methods**', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replaceAll('response_type=code', 'response_type=code&response_mode=form_post'),
    });
  });
  const posted = context.waitForEvent(
    'request',
    (request) => request.method() === 'POST' && request.url().endsWith('/api/oauth2-redirect'),
  );
  await page.goto(`${here}/login`);
  await page.getByRole('button', { name: /Google/ }).click();
  expect((await (await posted).allHeaders()).cookie ?? '').not.toContain('oauth2-');
  await page.waitForURL(`${here}/dashboard`);
  expect(await page.evaluate(() => document.cookie)).not.toContain('oauth2-');
});

test('while an account is made with a password, the way by Google does nothing either [103]', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.route('**/api/collections/users/records', () => undefined);
  await page.goto(`${url}/register`);
  await page.getByLabel('Full Name').fill('Lim Jia Hui');
  await page.getByLabel('Email', { exact: true }).fill('lim@people.example');
  await page.getByLabel('Password', { exact: true }).fill('river-otter-9');
  await page.getByLabel('Confirm Password', { exact: true }).fill('river-otter-9');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeDisabled();
});

test('a sign-in with Google that our server fails goes nowhere and says so', { tag: '@any-width' }, async ({
  page,
}) => {
  provider.signInAs({ sub: 'g-1', email: 'tan@people.example', email_verified: true, name: 'Tan Wei Ming' });
  await page.route('**/collections/users/auth-with-oauth2', (route) => route.fulfill({ status: 500, json: {} }));
  const passed: string[] = [];
  page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname));
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: /Google/ }).click();
  await expect(page.getByText('Failed to sign in with Google. Please try again.')).toBeVisible();
  await expect(page).toHaveURL(`${url}/login`);
  expect(passed).not.toContain('/user/home');
  expect(await page.evaluate(() => localStorage.getItem('pocketbase_auth'))).toBeNull();
});
