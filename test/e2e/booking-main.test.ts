import { expect, type Page, test } from '@playwright/test';
import { cards, chooseTime, fillPickup, freeTimes, holdTime, payByCard } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('from free time to paid lesson by card: the price shown is the price paid [187]', async ({ page }, testInfo) => {
  test.slow();
  const instructor = await findInstructor(page, testInfo, 0);
  await becomeNewLearner(page);
  await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
  await expect(freeTimes(page).first()).toBeVisible();
  await expectGoodPage(page);
  await freeTimes(page).first().click();
  const price = page.getByRole('complementary', { name: 'Price' });
  const total = await price.getByText(/^S\$/).last().textContent();
  expect(total).toMatch(/^S\$\d+\.\d\d$/);
  await expect(price.getByText(/^Cancel before |too close to the lesson/)).toBeVisible();
  await fillPickup(page);
  await expect(page.getByText('Bedok', { exact: true })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toHaveText(/^1[45]:\d\d$/);
  await expect(page).toHaveURL(/\/dashboard\/book-lesson\?lesson=[a-z0-9]{15}$/);
  await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible();
  await expectGoodPage(page);
  await payByCard(page, cards.accepted);
  await expect(page).toHaveURL(/\/dashboard\/lessons\/[a-z0-9]{15}\?confirmed$/);
  await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(total ?? '');
  await expect(page.getByRole('img', { name: /^\d \d \d \d$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Google Calendar' })).toHaveAttribute(
    'href',
    /^https:\/\/calendar\.google/,
  );
  await expect(page.getByRole('link', { name: 'Outlook' })).toHaveAttribute('href', /^https:\/\/outlook\.live/);
  await expectGoodPage(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Your next lesson' })).toContainText(instructor.name);
});

test(
  'PayNow shows a code that can be scanned, and the page moves on by itself when the money arrives',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 1);
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    await page.getByRole('radio', { name: /PayNow/ }).check();
    await page.getByRole('button', { name: /^Show the QR code for S\$/ }).click();
    const code = page.getByRole('img', { name: /^PayNow code for S\$/ });
    await expect(code).toBeVisible();
    await expect(code).toHaveAttribute('data-qr', /^000201.*6304[0-9A-F]{4}$/);
    await page.reload();
    await expect(code).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Simulate bank' }).click();
    await expect(other.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();
  },
);

test(
  'who opened a PayNow code may pay by card instead, and keeps the time',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 12);
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    await page.getByRole('radio', { name: /PayNow/ }).check();
    await page.getByRole('button', { name: /^Show the QR code for S\$/ }).click();
    await expect(page.getByRole('img', { name: /^PayNow code for S\$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Pay in another way' }).click();
    await expect(page.getByRole('heading', { name: 'How do you want to pay?' })).toBeFocused();
    await page.getByRole('radio', { name: /Card/ }).check();
    await payByCard(page, cards.accepted);
    await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();
  },
);

test(
  'a returning learner holds a time from a card with one button: the last pick-up is remembered',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 2);
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    await payByCard(page, cards.accepted);
    await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();
    await chooseTime(page, instructor, 1);
    await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
    await expect(page.getByLabel('Postal code')).toHaveValue('460204');
    await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
    await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
  },
);

test(
  'a lesson that the instructor has to accept: asked for, accepted, and confirmed on the open page',
  { tag: '@any-width' },
  async ({ page, browser }, testInfo) => {
    const teaching = await browser.newContext();
    const other = await teaching.newPage();
    const email = testInfo.project.name === 'phone' ? 'benghuat@kerbside.example' : 'chinhock@kerbside.example';
    const { record, token } = await signIn(other, email);
    const own = await other.request.get('/api/collections/instructors/records', {
      params: { filter: `user = '${record.id}' && instantBooking = false` },
      headers: { Authorization: token },
    });
    const [instructor] = (await own.json()).items;
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    await payByCard(page, cards.accepted);
    await expect(page.getByRole('heading', { name: `Paid. Now ${instructor.name} has to accept` })).toBeVisible();
    await other.goto(page.url().replace('?confirmed', ''));
    await other.getByRole('button', { name: /^Decline the lesson/ }).click();
    const question = other.getByRole('dialog');
    await expect(question).toContainText(/back/);
    await expectAccessible(other, '[role="dialog"]');
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(question).toBeHidden();
    await other.getByRole('button', { name: /^Accept the lesson/ }).click();
    await expect(other.getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: /^\d \d \d \d$/ })).toBeVisible();
    await teaching.close();
  },
);

test('a new lesson appears on the instructor’s open dashboard without a reload, with a message', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  await signIn(page, demoAccounts.instructor);
  await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
  await expect(page.getByRole('heading', { name: 'Student roster' })).toBeVisible();
  const profiles = await page.request.get('/api/collections/instructors/records', {
    params: { filter: "name = 'Ravi Chandran'" },
  });
  const { items } = await profiles.json();
  const other = await browser.newContext();
  const learner = await other.newPage();
  const name = `Goh ${crypto.randomUUID().slice(0, 8)}`;
  await becomeNewLearner(learner, name);
  await holdTime(learner, items[0], test.info().project.name === 'phone' ? 0 : -1);
  await payByCard(learner, cards.accepted);
  await expect(learner.getByRole('heading', { name: /^(Your lesson is booked|Paid\.)/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Your learners' })).toContainText(name);
  await expect(page.getByRole('link', { name: /^Notifications, \d+ unread$/ })).toBeVisible();
  await other.close();
});
