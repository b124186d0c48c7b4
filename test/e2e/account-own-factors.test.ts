import { expect, type Page, test } from '@playwright/test';
import { codeAt } from '#support/authenticator-app.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { setFlags } from './support/set-flags.ts';
import { becomeNewLearner } from './support/sign-in.ts';

const halfMinute = 30_000;

test.describe('[25.23] second factors that are not the mailbox', () => {
  /** Passkeys are for a name, and a developer's machine is called localhost. */
  const addressOf = (path: string) => `http://localhost:${process.env.E2E_PORT ?? 8191}${path}`;

  /** A laptop's or phone's own authenticator, which is unlocked whenever it is asked. */
  async function giveAuthenticator(page: Page) {
    const browser = await page.context().newCDPSession(page);
    await browser.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    await browser.send('WebAuthn.addVirtualAuthenticator', { options });
  }

  async function openSettings(page: Page) {
    const { record } = await becomeNewLearner(page);
    await (await asSuperuser(page)).update('users', record.id, { verified: true });
    await page.goto(addressOf('/dashboard/settings'));
    return record;
  }

  async function typeCode(page: Page, code: string) {
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus();
    await page.keyboard.type(code);
  }

  async function enterPassword(page: Page, email: string) {
    await page.goto(addressOf('/login'));
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(demoLearner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('are an app and a passkey, added in the settings, asked for at the sign-in, and removed again', async ({
    page,
  }) => {
    await giveAuthenticator(page);
    const { email } = await openSettings(page);
    await page.getByRole('button', { name: 'Add an app' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an authenticator app' });
    const uri = await adding.getByRole('img', { name: 'QR code for your authenticator app' }).getAttribute('data-qr');
    const secret = new URL(uri ?? '').searchParams.get('secret') ?? '';
    await expect(adding.getByRole('code')).toHaveText(secret.replaceAll(/(.{4})(?=.)/g, '$1 '));
    await expectAccessible(page, '[role="dialog"]');
    await adding.getByRole('textbox', { name: 'Name' }).fill('Old phone');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(adding.getByText('Please enter all 6 digits')).toBeVisible();
    // Each step of half a minute is good once, and the next one is taken, too: two codes without waiting, each of which a slow machine has time for.
    await typeCode(page, codeAt(secret, Date.now()));
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    await expect(kept.getByRole('listitem')).toHaveCount(10);
    await kept.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByRole('list', { name: 'Authenticator apps' })).toContainText('Old phone');
    await expect(page.getByRole('switch', { name: 'Two-factor sign-in' })).toBeChecked();

    // What opens the account is changed by who has shown all of it just now, not by the password alone.
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const making = page.getByRole('dialog', { name: 'Add a passkey' });
    await making.getByRole('textbox', { name: 'Name' }).fill('Laptop');
    await expectAccessible(page, '[role="dialog"]');
    await making.getByRole('button', { name: 'Continue' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByRole('textbox', { name: 'Your password' }).fill(demoLearner.password);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again.getByText('Code from your app')).toBeVisible();
    await expectAccessible(page, '[role="dialog"]');
    await typeCode(page, codeAt(secret, Date.now() + halfMinute));
    const passkeys = page.getByRole('list', { name: 'Passkeys' });
    await expect(passkeys).toContainText('Laptop');
    await expectAccessible(page, '[aria-label="Passkeys"]');

    // The passkey alone signs in.
    await page.evaluate(() => localStorage.clear());
    await page.goto(addressOf('/login'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(addressOf('/dashboard'));
    // After the password it is asked for first, and the app is another way.
    await page.evaluate(() => localStorage.clear());
    await enterPassword(page, email);
    await expect(page.getByRole('button', { name: 'Use your passkey' })).toBeVisible();
    await page.getByText('Can’t get in?').click();
    await page.getByRole('button', { name: 'Use your authenticator app' }).click();
    await expectAccessible(page);
    await typeCode(page, '000000');
    await expect(page.getByRole('alert')).toContainText('not the code the app shows');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await expect(page).toHaveURL(addressOf('/dashboard'));

    await page.goto(addressOf('/dashboard/settings'));
    await expect(passkeys).toContainText('last used');
    await page.getByRole('button', { name: 'Remove Old phone' }).click();
    await page.getByRole('dialog', { name: 'Remove Old phone?' }).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You have not added an app yet.')).toBeVisible();
  });

  test('new recovery codes take the password and a new sign-in with the app @any-width', async ({ page }) => {
    await openSettings(page);
    await page.getByRole('button', { name: 'Add an app' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an authenticator app' });
    const uri = await adding.getByRole('img', { name: 'QR code for your authenticator app' }).getAttribute('data-qr');
    const secret = new URL(uri ?? '').searchParams.get('secret') ?? '';
    await typeCode(page, codeAt(secret, Date.now()));
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    const first = await kept.getByRole('listitem').allTextContents();
    await kept.getByRole('button', { name: 'I have kept them' }).click();

    await page.getByRole('button', { name: 'Make new codes' }).click();
    const asking = page.getByRole('dialog', { name: 'Make new recovery codes' });
    await asking.getByRole('textbox', { name: 'Your password' }).fill(demoLearner.password);
    await asking.getByRole('button', { name: 'Make new codes' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByRole('textbox', { name: 'Your password' }).fill(demoLearner.password);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again.getByText('Code from your app')).toBeVisible();
    await typeCode(page, codeAt(secret, Date.now() + halfMinute));
    await expect(kept.getByRole('listitem')).toHaveCount(10);
    const second = await kept.getByRole('listitem').allTextContents();
    expect(second.filter((code) => first.includes(code))).toEqual([]);
    await expect(again).toHaveCount(0);
    await expect(asking).toHaveCount(0);
  });

  test('no passkey is offered where the site has another address @any-width', async ({ page }) => {
    await setFlags(page, { passkeyOrigin: 'https://kerbside.example' });
    await page.goto('/login');
    await expect(
      page
        .getByRole('link', { name: 'Sign in with a one-time code' })
        .or(page.getByRole('button', { name: 'Sign in', exact: true }))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  });

  test('staff who signed in with a mailed code are told in a sentence what they need, with the way there @any-width', async ({
    page,
  }) => {
    const root = await asSuperuser(page);
    const { password } = demoLearner;
    const email = `staff-${crypto.randomUUID()}@kerbside.example`;
    const fields = { password, passwordConfirm: password, name: 'Ng Wei Ling', role: 'finance', verified: true };
    await root.create('users', { ...fields, email, twoFactor: true });
    await setFlags(page, { staffNeedSecondFactor: true });
    await enterPassword(page, email);
    const code = (await page.getByText('Demo account: your code is').textContent())?.match(/\d{6}/)?.[0] ?? '';
    await typeCode(page, code);
    await expect(page).toHaveURL(addressOf('/dashboard'));
    await page.goto(addressOf('/dashboard/analytics'));
    await expect(page.getByText('A code from your email is not enough for staff')).toBeVisible();
    await page.getByRole('link', { name: 'settings' }).first().click();
    await expect(page.getByRole('button', { name: 'Add an app' })).toBeVisible();
  });
});
