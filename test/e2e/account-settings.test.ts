import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { asSuperuser } from './support/as-superuser.ts';
import { bookOverWire } from './support/book-over-wire.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, signInOnAnotherDevice } from './support/sign-in.ts';

const path = '/dashboard/settings';
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const password = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const said = (page: Page, text: string) => page.getByText(text, { exact: true });

async function openAsNew(page: Page) {
  const session = await becomeNewLearner(page);
  await page.goto(path);
  await expect(part(page, 'Devices').getByRole('listitem')).not.toHaveCount(0);
  return session;
}

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#0f5c46' } })
    .png()
    .toBuffer();
}

async function storedUser(page: Page) {
  return page.evaluate(async () => {
    const { token, record } = JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}');
    const answer = await fetch(`/api/collections/users/records/${record.id}`, { headers: { Authorization: token } });
    return answer.json();
  });
}

test.describe('the settings', () => {
  test('[221, 222, 223, 227, 228] have picture, security, preferences and one button to save', async ({ page }) => {
    await openAsNew(page);
    await expect(part(page, 'Profile')).toContainText('JPG, PNG up to 2MB');
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      await expect(password(page, label)).toBeEditable();
    }
    await expect(part(page, 'Security').getByRole('switch', { name: 'Two-factor sign-in' })).not.toBeChecked();
    for (const label of ['Language', 'Timezone', 'Dark mode']) {
      await expect(part(page, 'Preferences').getByRole('combobox', { name: label })).toBeVisible();
    }
    await expect(save(page)).toHaveCount(1);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('[221] a picture is cropped by keys alone, saved as a square JPEG, and removed again @any-width', async ({
    page,
  }) => {
    await openAsNew(page);
    const chooser = page.getByLabel('Upload picture');
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture() });
    const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
    await expectAccessible(page, '[role="dialog"]');
    await dialog.getByRole('img').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('slider', { name: 'Left to right' })).not.toHaveValue('0');
    await dialog.getByRole('slider', { name: 'Zoom' }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByRole('button', { name: 'Use picture' }).focus();
    await page.keyboard.press('Enter');
    await expect(said(page, 'Not saved yet')).toBeVisible();
    await save(page).click();
    await expect(said(page, 'Settings saved')).toBeVisible();
    const { avatar, id } = await storedUser(page);
    expect(avatar).toMatch(/\.jpg$/);
    const file = await page.request.get(`/api/files/users/${id}/${avatar}`);
    expect(await sharp(await file.body()).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
    await page.getByRole('button', { name: 'Remove' }).click();
    await save(page).click();
    await expect.poll(async () => (await storedUser(page)).avatar).toBe('');
  });

  test('[221] what is no picture, or too large, is refused at the field', { tag: '@any-width' }, async ({ page }) => {
    await openAsNew(page);
    const chooser = page.getByLabel('Upload picture');
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
    await expect(chooser).toHaveAccessibleDescription(/not a JPG or PNG picture/);
    const large = Buffer.concat([await picture(), Buffer.alloc(2 * 1024 * 1024)]);
    await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: large });
    await expect(chooser).toHaveAccessibleDescription(/up to 2 MB/);
  });

  test('[222] a new password keeps this device signed in and ends the others', { tag: '@any-width' }, async ({
    page,
    browser,
  }) => {
    const { record } = await openAsNew(page);
    const other = await (await browser.newContext()).newPage();
    await signInOnAnotherDevice(other, record.email, path);
    await expect(part(other, 'Devices').getByRole('listitem')).toHaveCount(2);
    await password(page, 'New password').fill('Password123');
    await expect(page.getByRole('status').filter({ hasText: /leaked/ })).toBeVisible();
    await password(page, 'Confirm new password').fill('something-else');
    await save(page).click();
    await expect(password(page, 'Current password')).toBeFocused();
    await expect(password(page, 'Current password')).toHaveAccessibleDescription(/Enter your current password/);
    await expect(password(page, 'Confirm new password')).toHaveAccessibleDescription(/Passwords do not match/);
    await password(page, 'Current password').fill('not-my-password');
    await password(page, 'New password').fill('melon-taxi-2931');
    await expect(page.getByRole('status').filter({ hasText: /leaked/ })).toBeHidden();
    await password(page, 'Confirm new password').fill('melon-taxi-2931');
    await save(page).click();
    await expect(password(page, 'Current password')).toHaveAccessibleDescription(/not your password/);
    await password(page, 'Current password').fill(demoLearner.password);
    await save(page).click();
    await expect(said(page, 'Saved. Other devices have to sign in again.')).toBeVisible();
    await expect(password(page, 'New password')).toHaveValue('');
    await expect(part(page, 'Devices').getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await expect(save(page)).toBeVisible();
    await other.reload();
    await expect(other).toHaveURL('/login');
    await other.context().close();
  });

  test('[227] preferences are kept, and dark mode takes effect at once', { tag: '@any-width' }, async ({ page }) => {
    await openAsNew(page);
    const choose = async (list: string, option: string) => {
      await page.getByRole('combobox', { name: list }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Dark mode', 'On');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await choose('Language', 'French');
    await choose('Timezone', 'Singapore');
    await save(page).click();
    await expect(said(page, 'Settings saved')).toBeVisible();
    // The page is made anew in the language's formats.
    await expect(save(page)).toBeFocused();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Language' })).toHaveText('French');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await storedUser(page)).toMatchObject({ language: 'fr', timezone: 'Asia/Singapore' });
  });

  test('[227] dark mode follows what is chosen elsewhere while the page is open', { tag: '@any-width' }, async ({
    page,
  }) => {
    await openAsNew(page);
    await expect(page.getByRole('combobox', { name: 'Dark mode' })).toHaveText('Same as this device');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('dark');
    await page.getByRole('option', { name: 'Turn dark mode on' }).click();
    await expect(page.getByRole('combobox', { name: 'Dark mode' })).toHaveText('On');
  });

  test('[223] a switch that can’t be turned on says why to who reaches it by key', { tag: '@any-width' }, async ({
    page,
  }) => {
    await openAsNew(page);
    const twoFactor = page.getByRole('switch', { name: 'Two-factor sign-in' });
    await expect(twoFactor).toBeDisabled();
    await expect(twoFactor).toHaveAccessibleDescription(/^Verify your email address/);
    await twoFactor.focus();
    await page.keyboard.press('Space');
    await expect(twoFactor).toBeFocused();
    await expect(twoFactor).not.toBeChecked();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('an answer that is cut off ends no session', { tag: '@any-width' }, async ({ page }) => {
    await openAsNew(page);
    await page.route('**/api/collections/users/auth-refresh', (route) => route.fulfill({ status: 200, body: '{"tok' }));
    const refreshed = page.waitForResponse('**/api/collections/users/auth-refresh');
    await page.reload();
    await refreshed;
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
  });

  test('a device is signed out from the list of devices', { tag: '@any-width' }, async ({ page, browser }) => {
    const { record } = await openAsNew(page);
    const other = await (await browser.newContext()).newPage();
    await signInOnAnotherDevice(other, record.email, path);
    await page.reload();
    const devices = part(page, 'Devices').getByRole('listitem');
    await expect(devices).toHaveCount(2);
    await expect(devices.filter({ hasText: 'This device' })).toHaveCount(1);
    await devices
      .filter({ hasNotText: 'This device' })
      .getByRole('button', { name: /^Sign out/ })
      .click();
    await expect(devices).toHaveCount(1);
    await devices.getByRole('button', { name: /^Sign out/ }).click();
    const question = page.getByRole('dialog', { name: /^Sign out of this device/ });
    await expect(question).toBeVisible();
    await expectAccessible(page, '[role="dialog"]');
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await expect(question).toBeHidden();
    await other.reload();
    await expect(other).toHaveURL('/login');
    await other.context().close();
  });
});

test.describe('notification toggles', () => {
  test('[224, 225, 226] are email, push and marketing; only email is on, and each holds at once', {
    tag: '@any-width',
  }, async ({ page }) => {
    await openAsNew(page);
    const toggles = part(page, 'Notifications').getByRole('switch');
    await expect(toggles).toHaveCount(3);
    const toggle = (name: string) => part(page, 'Notifications').getByRole('switch', { name });
    await expect(toggle('Email')).toBeChecked();
    await expect(toggle('Push')).not.toBeChecked();
    await expect(toggle('Marketing')).not.toBeChecked();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await toggle('Marketing').click();
    await expect(toggle('Marketing')).toBeChecked();
    expect((await saved).status()).toBe(200);
    await page.goto('/dashboard/notifications');
    await expect(page.getByRole('switch', { name: 'Marketing' })).toBeChecked();
  });
});

test.describe('one’s data', () => {
  test('is downloaded as a zip', { tag: '@any-width' }, async ({ page }) => {
    await openAsNew(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toMatch(/^kerbside-\d{4}-\d\d-\d\d\.zip$/);
    await expect(said(page, 'Your data is downloaded')).toBeVisible();
  });

  test('is erased with the account, after the address is typed and the password given', { tag: '@any-width' }, async ({
    page,
  }) => {
    const { record } = await openAsNew(page);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    const typed = dialog.getByRole('textbox', { name: /^Type .* to confirm$/ });
    await typed.fill('delete');
    await expectAccessible(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(typed).toHaveAccessibleDescription(/Type the email address/);
    await typed.fill(record.email);
    await dialog.getByRole('textbox', { name: 'Your password' }).fill('wrong-password');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Your password' })).toHaveAccessibleDescription(
      /not your password/,
    );
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(demoLearner.password);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page).toHaveURL('/');
    const answer = await page.request.post('/api/collections/users/auth-with-password', {
      data: { identity: record.email, password: demoLearner.password },
    });
    expect(answer.status()).toBe(400);
  });

  test('is erased by a mailed code where there is no password', { tag: '@any-width' }, async ({ page }) => {
    const { record } = await openAsNew(page);
    await (await asSuperuser(page)).update('users', record.id, { verified: true });
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account' });
    await dialog.getByRole('textbox', { name: /^Type .* to confirm$/ }).fill(record.email);
    await dialog.getByRole('button', { name: 'No password? Email me a code' }).click();
    const code = dialog.getByLabel('Code from your email');
    await expect(code).toBeFocused();
    const codeSent = async () => {
      const mails = await (await page.request.get('/api/dev/mailbox', { params: { to: record.email } })).json();
      return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(codeSent).not.toBe('');
    const sent = await codeSent();
    await code.fill(sent === '000000' ? '000001' : '000000');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(code).toHaveAccessibleDescription(/This code is wrong or too old/);
    await expectAccessible(page, '[role="dialog"]');
    await code.fill(sent);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page).toHaveURL('/');
  });

  test(
    'with a lesson ahead shows what comes back before it is erased, and cancels the lesson with it',
    { tag: '@any-width' },
    async ({ page }, testInfo) => {
      const { token, record } = await becomeNewLearner(page);
      const instructor = await findInstructor(page, testInfo, 31);
      const lesson = await bookOverWire(page, token, instructor);
      await page.goto(path);
      await page.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account' });
      const cancelled = dialog.getByRole('region', { name: 'What is cancelled with your account' });
      await expect(cancelled).toContainText(`with ${instructor.name}`);
      await expect(cancelled).toContainText(/S\$\d+\.\d\d back to your card/);
      await expect(cancelled).toContainText(/ahead, so .* is refunded/);
      await expectAccessible(page, '[role="dialog"]');
      await expectNoSidewaysScroll(page);
      await dialog.getByRole('textbox', { name: /^Type .* to confirm$/ }).fill(record.email);
      await dialog.getByRole('textbox', { name: 'Your password' }).fill(demoLearner.password);
      await dialog.getByRole('button', { name: 'Delete for good' }).click();
      await expect(page).toHaveURL('/');
      const kept = await (await asSuperuser(page)).update('lessons', lesson, {});
      expect(kept).toMatchObject({ status: 'cancelled_by_learner', pickup: '' });
    },
  );
});
