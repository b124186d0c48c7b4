import { expect, type Page, test } from '@playwright/test';
import { demoLearner } from './support/demo-learner.ts';
import { refuseCall } from './support/refuse-call.ts';
import { setFlags } from './support/set-flags.ts';
import { takenOver } from './support/settle.ts';

const passwordCall = '/api/collections/users/auth-with-password';

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(demoLearner.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.describe('the login page', () => {
  test('has an email and a password that can be shown and hidden [39] [40] [41]', { tag: '@any-width' }, async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toHaveAttribute('type', 'password');
    await takenOver(page);
    await page.getByRole('button', { name: /^Show/ }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: /^Hide/ }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('loads what comes after signing in while its form is filled in', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/login');
    await takenOver(page);
    const loaded = page.waitForResponse(/\/assets\/DashboardPage-[^/]*\.js$/);
    await page.getByLabel('Password', { exact: true }).focus();
    expect((await loaded).status()).toBe(200);
    await expect(page).toHaveURL('/login');
  });

  test('offers a code and no Google by default [42] [44]', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'Sign in with a one-time code' })).toHaveAttribute(
      'href',
      '/login-otp',
    );
    await expect(page.getByText(/google/i)).toHaveCount(0);
  });

  test('offers Google and no code where the flags say so [43] [45]', { tag: '@any-width' }, async ({ page }) => {
    await setFlags(page, { enableGoogleSignIn: true, enableOTPLogin: false });
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
    await expect(page.getByRole('link', { name: /code|OTP/ })).toHaveCount(0);
  });

  test('sends identity and password, keeps the session and goes to the dashboard [46] [56] [22] [Q1] [Q3]', {
    tag: '@any-width',
  }, async ({ page }) => {
    await page.goto('/login');
    const call = page.waitForRequest((request) => request.url().includes(passwordCall));
    await signIn(page, demoLearner.password);
    expect((await call).postDataJSON()).toEqual({ identity: demoLearner.email, password: demoLearner.password });
    await expect(page).toHaveURL('/dashboard');
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}'));
    expect(stored.token).toEqual(expect.any(String));
    expect(stored.record.email).toBe(demoLearner.email);
    await page.reload();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('shows the server’s message, and editing either field clears it [47] [49] [50]', { tag: '@any-width' }, async ({
    page,
  }) => {
    await refuseCall(page, passwordCall, 'Signing in is closed until Monday.');
    await page.goto('/login');
    for (const field of [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]) {
      await signIn(page, 'wrong-password');
      await expect(page.getByRole('alert')).toHaveText('Signing in is closed until Monday.');
      await field.press('End');
      await field.pressSequentially('x');
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  });

  test('has words of its own when the server says nothing [48]', { tag: '@any-width' }, async ({ page }) => {
    await refuseCall(page, passwordCall, undefined);
    await page.goto('/login');
    await signIn(page, 'wrong-password');
    await expect(page.getByRole('alert')).toHaveText('Failed to login. Please check your credentials.');
  });

  for (const message of ['Google is not configured.', undefined]) {
    test(`shows ${message ?? 'its own words'} when Google fails [54] [55]`, { tag: '@any-width' }, async ({ page }) => {
      await setFlags(page, { enableGoogleSignIn: true });
      await refuseCall(page, '/api/collections/users/auth-methods*', message);
      await page.goto('/login');
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await expect(page.getByRole('alert')).toHaveText(message ?? 'Failed to sign in with Google. Please try again.');
      await expect(page).toHaveURL('/login');
    });
  }
});
