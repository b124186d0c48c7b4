import { expect, type Page, test } from '@playwright/test';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { mailLink } from './support/mail-link.ts';
import { refuseCall } from './support/refuse-call.ts';
import { signInAsNewLearner } from './support/sign-in.ts';

const users = '/api/collections/users';

async function newPerson(page: Page): Promise<string> {
  const email = `links-${crypto.randomUUID()}@kerbside.example`;
  const { password } = demoLearner;
  const data = { email, password, passwordConfirm: password, name: 'Tan Wei' };
  expect((await page.request.post(`${users}/records`, { data })).status()).toBe(200);
  return email;
}

async function canSignIn(page: Page, identity: string, password: string): Promise<boolean> {
  const answer = await page.request.post(`${users}/auth-with-password`, { data: { identity, password } });
  return answer.status() === 200;
}

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

async function enterPassword(page: Page, password: string = demoLearner.password): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Verify email' }).click();
}

test.describe('the link of a verification mail', () => {
  test('verifies the address for who knows the password, and signs in [269]', { tag: '@any-width' }, async ({
    page,
  }) => {
    const email = await newPerson(page);
    await page.request.post(`${users}/request-verification`, { data: { email } });
    const link = await mailLink(page, email, 'confirm-verification');
    expect(link).toMatch(/^\/auth\/confirm-verification\/[\w.-]+$/);
    await page.goto(link);
    await expectGoodPage(page);
    await enterPassword(page, 'not-my-password');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'This is not the password of the account.',
    );
    await enterPassword(page);
    await expect(page.getByRole('status')).toHaveText(`${email} is verified. Thank you.`);
    await expectGoodPage(page);
    expect(await canSignIn(page, email, demoLearner.password)).toBe(true);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/dashboard');
    // In a browser that is signed in it asks for nothing, also once more.
    await page.goto(link);
    await expect(page.getByRole('status')).toHaveText(`${email} is verified. Thank you.`);
  });

  test('lets whose address somebody else registered set a password of their own at once [25.22]', {
    tag: '@any-width',
  }, async ({ page }) => {
    const email = await newPerson(page);
    await page.goto(await mailLink(page, email, 'confirm-verification'));
    await page.getByRole('button', { name: 'Set a new password' }).click();
    await expectGoodPage(page);
    await page.getByLabel('New password', { exact: true }).fill('quiet-harbour-57');
    await page.getByLabel('Confirm new password').fill('quiet-harbour-58');
    await page.getByRole('button', { name: 'Set password and verify' }).click();
    await expect(page.getByLabel('Confirm new password')).toHaveAccessibleDescription(/match/);
    await page.getByLabel('Confirm new password').fill('quiet-harbour-57');
    await page.getByRole('button', { name: 'Set password and verify' }).click();
    await expect(page.getByRole('status')).toHaveText(`${email} is verified. Thank you.`);
    expect(await canSignIn(page, email, 'quiet-harbour-57')).toBe(true);
    expect(await canSignIn(page, email, demoLearner.password)).toBe(false);
  });

  test('asks for nothing in the browser that registered, and elsewhere for the password [25.22]', {
    tag: '@any-width',
  }, async ({ page, browser }) => {
    const email = `links-${crypto.randomUUID()}@kerbside.example`;
    await page.goto('/register');
    await page.getByLabel('Full name').fill('Tan Wei');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(demoLearner.password);
    await page.getByLabel('Confirm password').fill(demoLearner.password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/login/);
    const link = await mailLink(page, email, 'confirm-verification');
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(link);
    await expect(elsewhere.getByLabel('Password', { exact: true })).toBeVisible();
    await elsewhere.context().close();
    await page.goto(link);
    await expect(page.getByRole('status')).toHaveText(`${email} is verified. Thank you.`);
    expect(await canSignIn(page, email, demoLearner.password)).toBe(true);
  });

  test('that is of no use any more offers a new one', { tag: '@any-width' }, async ({ page }) => {
    const email = await newPerson(page);
    const claims = Buffer.from(JSON.stringify({ collectionId: '_pb_users_auth_', id: 'x', email })).toString(
      'base64url',
    );
    await page.goto(`/auth/confirm-verification/e30.${claims}.c2ln`);
    await enterPassword(page);
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expectGoodPage(page);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByText('an email with a new link is on its way')).toBeVisible();
    await page.goto(await mailLink(page, email, 'confirm-verification'));
    await expect(page.getByRole('status')).toHaveText(`${email} is verified. Thank you.`);
  });

  test('can be tried again when the server was away', { tag: '@any-width' }, async ({ page }) => {
    const email = await newPerson(page);
    await page.request.post(`${users}/request-verification`, { data: { email } });
    const link = await mailLink(page, email, 'confirm-verification');
    await refuseCall(page, '/confirm-verification', 'The server is resting.');
    await page.goto(link);
    await enterPassword(page);
    await expect(page.getByRole('alert')).toHaveText('The server is resting.');
    await page.unroute('**/confirm-verification');
    await page.getByRole('button', { name: 'Verify email' }).click();
    await expect(page.getByRole('status')).toHaveText(`${email} is verified. Thank you.`);
  });
});

test.describe('a forgotten password', () => {
  test('is replaced by way of the login page and a mail, once [268]', { tag: '@any-width' }, async ({ page }) => {
    const email = await newPerson(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await expectGoodPage(page);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('an email with a new link is on its way')).toBeVisible();
    const link = await mailLink(page, email, 'confirm-password-reset');
    await page.goto(link);
    await expect(page.getByText(`For ${email}.`)).toBeVisible();
    await expectGoodPage(page);
    const [password, confirmation] = [
      page.getByLabel('New password', { exact: true }),
      page.getByLabel('Confirm new password', { exact: true }),
    ];
    const set = async (first: string, second: string) => {
      await password.fill(first);
      await confirmation.fill(second);
      await page.getByRole('button', { name: 'Set password' }).click();
    };
    await set('short', 'short');
    await expect(password).toHaveAccessibleDescription(/Password must be at least 8 characters long/);
    await set('a-new-password', 'another-password');
    await expect(confirmation).toHaveAccessibleDescription('Passwords do not match');
    await set('a-new-password', 'a-new-password');
    await expect(page.getByRole('status')).toContainText('Your password is changed.');
    expect([
      await canSignIn(page, email, 'a-new-password'),
      await canSignIn(page, email, demoLearner.password),
    ]).toEqual([true, false]);
    await page.goto(link);
    await set('a-third-password', 'a-third-password');
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expectGoodPage(page);
  });

  test('asked for with something that is no address is refused at the field', { tag: '@any-width' }, async ({
    page,
  }) => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('tan@wei');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Enter an email address such as name@example.com.',
    );
  });

  test('never travels as a plain form', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/forgot-password');
    await expect(page.locator('form')).toHaveAttribute('method', 'post');
    expect((await page.request.post('/forgot-password', { form: { email: 'x' } })).status()).toBe(200);
    expect((await page.request.post('/auth/confirm-password-reset/x', { form: { password: 'x' } })).status()).toBe(200);
  });
});

test.describe('the link of a mail to a new address', () => {
  test('asks for the password, says when it is wrong, and changes the address once [270]', {
    tag: '@any-width',
  }, async ({ page }) => {
    const { token, record } = await signInAsNewLearner(page);
    const newEmail = `moved-${crypto.randomUUID()}@kerbside.example`;
    const headers = { Authorization: token };
    await page.request.post(`${users}/request-email-change`, { data: { newEmail }, headers });
    const link = await mailLink(page, newEmail, 'confirm-email-change');
    await page.goto(link);
    await expect(page.getByText(newEmail)).toBeVisible();
    await expectGoodPage(page);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('not-my-password');
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(password).toHaveAccessibleDescription('This is not the password of the account.');
    await password.fill(demoLearner.password);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByRole('status')).toContainText(`Your email is now ${newEmail}.`);
    expect(await page.evaluate(() => localStorage.getItem('pocketbase_auth'))).toBeNull();
    expect([
      await canSignIn(page, newEmail, demoLearner.password),
      await canSignIn(page, record.email, demoLearner.password),
    ]).toEqual([true, false]);
    await page.goto(link);
    await password.fill(demoLearner.password);
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText('This link no longer works')).toBeVisible();
    await expectGoodPage(page);
  });
});

test('the address that the backend’s usual templates carry leads to our page', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/_/#/auth/confirm-password-reset/e30.e30.c2ln');
  await expect(page).toHaveURL('/auth/confirm-password-reset/e30.e30.c2ln');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
  await page.goto('/_/#/auth/oauth2-redirect-success');
  await page.reload();
  await expect(page.getByText('You can close this window.')).toBeVisible();
  await page.goto('/_/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing here');
  await expectGoodPage(page);
  expect((await page.goto('/auth/nothing/x'))?.status()).toBe(404);
});
