import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { mailLink } from './support/mail-link.ts';
import { setFlags } from './support/set-flags.ts';
import { signIn, signInAsNewLearner } from './support/sign-in.ts';

const path = '/dashboard/settings';

test.describe('two-factor sign-in', () => {
  async function turnOn(page: Page) {
    const { record } = await signInAsNewLearner(page);
    // A code shows that the mailbox is theirs, and is refused the password's place only afterwards.
    await page.goto(await mailLink(page, record.email, 'confirm-verification'));
    await expect(page.getByText(/verified/i).first()).toBeVisible();
    await page.goto(path);
    await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
    const dialog = page.getByRole('dialog', { name: 'Turn two-factor on' });
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(demoLearner.password);
    await expectAccessible(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' });
    const shown = kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(shown).toHaveCount(10);
    const codes = await shown.allTextContents();
    return { email: record.email, codes, kept };
  }

  async function enterPassword(page: Page, email: string) {
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(demoLearner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  }

  test('[223] is turned on with the password, and signing in then takes a mailed code', { tag: '@any-width' }, async ({
    page,
  }) => {
    const { email, codes, kept } = await turnOn(page);
    expect(new Set(codes).size).toBe(10);
    await expectAccessible(page, '[role="dialog"]');
    await kept.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByRole('switch', { name: 'Two-factor sign-in' })).toBeChecked();
    await page.evaluate(() => localStorage.clear());
    await enterPassword(page, email);
    await expectAccessible(page);
    const code = (await page.getByText('Demo account: your code is').textContent())?.match(/\d{6}/)?.[0] ?? '';
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus();
    await page.keyboard.type(code);
    await expect(page).toHaveURL('/dashboard');
  });

  test('[223] has a way out when no code can be had: a recovery code, which works once', { tag: '@any-width' }, async ({
    page,
  }) => {
    const { email, codes, kept } = await turnOn(page);
    await kept.getByRole('button', { name: 'I have kept them' }).click();
    const signInByRecovery = async () => {
      await page.evaluate(() => localStorage.clear());
      await enterPassword(page, email);
      await page.getByText('Can’t get in?').click();
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signInByRecovery();
    await expect(page).toHaveURL('/dashboard');
    await signInByRecovery();
    await expect(page.getByRole('alert')).toContainText('none of your recovery codes');
  });

  test('is not offered where no mail leaves the server, since no code would come @any-width', async ({ page }) => {
    await setFlags(page, { sendsMail: false });
    await signInAsNewLearner(page);
    await page.goto(path);
    await expect(page.getByText('no code would reach you')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Two-factor sign-in' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Email me a link' })).toHaveCount(0);
  });

  test('tells staff that recovery codes come once they signed in by both @any-width', async ({ page }) => {
    const root = await asSuperuser(page);
    const password = demoLearner.password;
    const fields = { password, passwordConfirm: password, name: 'Ng Wei Ling', role: 'finance', verified: true };
    const email = `${crypto.randomUUID()}@example.sg`;
    await root.create('users', { ...fields, email });
    await setFlags(page, { staffNeedSecondFactor: true });
    await signIn(page, email, path);
    await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(password);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByText('Log out and sign in again with the code.')).toBeAttached();
    await expect(page.getByText('Make new codes')).toHaveCount(0);
  });
});
