import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { asSuperuser } from './support/as-superuser.ts';
import { cards, chosenTime, fillPickup, payByCard } from './support/book.ts';
import { expectToast } from './support/expect-toast.ts';
import { mailLink } from './support/mail-link.ts';

// One person's whole time with the product, at 360 px, by what the pages show: no address is typed but the first.
const name = 'Amelia Wong';
const passwords = { first: 'river-otter-9', second: 'merlion-kopi-4' };

const main = (page: Page) => page.getByRole('main');
const part = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

async function goTo(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('dialog').getByRole('link', { name: item, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Looks for an instructor and taps a time; answers its path and whose it is. */
async function findATime(page: Page): Promise<{ path: string; instructor: string }> {
  await page.goto('/');
  await page.getByRole('button', { name: /^Search \d+ instructors$/ }).click();
  const card = page.getByRole('article').last();
  const instructor = (await card.getByRole('heading').textContent()) ?? '';
  await card.getByRole('link', { name: `More times of ${instructor}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: instructor })).toBeVisible();
  const time = page.getByRole('link', { name: / with / }).last();
  const path = (await time.getAttribute('href')) ?? '';
  await time.click();
  await expect(page.getByText(chosenTime)).toContainText(instructor);
  return { path, instructor };
}

async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByText(chosenTime)).toBeVisible();
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(passwords.first);
  await page.getByLabel('Confirm Password', { exact: true }).fill(passwords.first);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((url) => url.pathname === '/dashboard/book-lesson');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** From the chosen time to the ticket; answers the lesson's id. */
async function book(page: Page, { path, instructor }: { path: string; instructor: string }): Promise<string> {
  const chosen = new URL(path, page.url()).searchParams;
  await expect(page).toHaveURL((url) => url.searchParams.get('start') === chosen.get('start'));
  await fillPickup(page);
  await page.getByRole('button', { name: /^Hold this time|^Continue to payment$/ }).click();
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
  await payByCard(page, cards.accepted);
  await expect(page.getByRole('heading', { name: /^(Your lesson is booked|Paid\.)/ })).toBeVisible();
  await expect(main(page)).toContainText(instructor);
  return /lessons\/([a-z0-9]{15})/.exec(page.url())?.[1] ?? '';
}

async function message(page: Page, instructor: string): Promise<void> {
  await page.getByRole('link', { name: `Message ${instructor}` }).click();
  await page.getByRole('textbox', { name: /message/i }).fill('I wear glasses. Is that fine?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText('I wear glasses. Is that fine?')).toBeVisible();
}

/** Time goes by: the booked lesson is called off by its instructor, and another one was taught. That is not this person's work. */
async function teach(page: Page, lesson: string): Promise<void> {
  const root = await asSuperuser(page);
  const { learner, instructor } = await root.update('lessons', lesson, { status: 'cancelled_by_instructor' });
  const start = new Date(Date.now() - 26 * 3_600_000).toISOString();
  const taught = await root.create('lessons', { learner, instructor, start, durationMinutes: 60, status: 'completed' });
  await root.create('payments', { lesson: taught.id, method: 'card' });
}

async function findThePastLesson(page: Page, instructor: string): Promise<void> {
  await goTo(page, 'Lesson History');
  const row = page.getByRole('table').getByRole('row').filter({ hasText: instructor }).filter({ hasText: 'Completed' });
  await expect(row).toHaveCount(1);
  await row.getByRole('link').first().click();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt).toContainText(/No\. K-\d{8}/);
  await expect(receipt).toContainText(/S\$\d+\.\d\d/);
}

async function changeProfile(page: Page): Promise<void> {
  await goTo(page, 'Profile');
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await page.getByLabel('Phone Number').fill('+65 8123 4567');
  await page.getByLabel('Location').fill('Bedok');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(part(page, 'Your profile')).toContainText('Bedok');
}

async function turn(toggle: Locator): Promise<void> {
  const wasOn = await toggle.isChecked();
  await toggle.click();
  await expect(toggle).toBeChecked({ checked: !wasOn });
}

async function changeSettings(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0f5c46' } })
    .png()
    .toBuffer();
  await page.getByLabel('Upload picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Use picture' }).click();
  await page.getByRole('textbox', { name: 'Current password' }).fill(passwords.first);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(passwords.second);
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill(passwords.second);
  await choose(page, 'Language', 'German');
  await choose(page, 'Timezone', 'Singapore');
  await choose(page, 'Dark mode', 'On');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Settings saved');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const toggle of ['Email', 'Marketing']) {
    await turn(part(page, 'Notifications').getByRole('switch', { name: toggle }));
  }
  await page.getByRole('switch', { name: 'Two-factor sign-in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn two-factor on' });
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(passwords.second);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('switch', { name: 'Two-factor sign-in' })).toBeChecked();
}

async function leave(page: Page, email: string): Promise<void> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await dialog.getByRole('textbox', { name: /^Type .* to confirm$/ }).fill(email);
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(passwords.second);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL('/');
}

test('a new person registers, books, pays, messages, finds the lesson, changes every setting and leaves', {
  tag: '@any-width',
}, async ({ page, context }) => {
  test.slow();
  const email = `journey-${crypto.randomUUID()}@learners.example`;
  const wanted = await findATime(page);
  await register(page, email);
  // The mail's link opens a tab of its own; the booking goes on beside it.
  const tab = await context.newPage();
  await tab.goto(await mailLink(tab, email, 'confirm-verification'));
  await expect(tab.getByRole('status')).toHaveText(`${email} is verified. Thank you.`);
  await tab.close();
  const lesson = await book(page, wanted);
  await message(page, wanted.instructor);
  await teach(page, lesson);
  await findThePastLesson(page, wanted.instructor);
  await changeProfile(page);
  await changeSettings(page);
  await leave(page, email);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, email, passwords.second);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL('/login');
});
