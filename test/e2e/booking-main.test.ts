import { expect, type Locator, type Page, test } from '@playwright/test';
import { default as jsQR } from 'jsqr';
import sharp from 'sharp';
import { cards, chooseTime, fillPickup, freeTimes, holdTime, payByCard, showLaterDay } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { someLetters } from './support/some-letters.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('from free time to paid lesson by card: a new learner says who they are, and the price shown is the price paid [187]', async ({
  page,
}, testInfo) => {
  test.slow();
  const instructor = await findInstructor(page, testInfo, 0);
  await becomeNewLearner(page, '');
  await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
  await expect(freeTimes(page).first()).toBeVisible();
  await expectGoodPage(page);
  await showLaterDay(page);
  await freeTimes(page).first().click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  const hold = page.getByRole('button', { name: 'Hold this time for 15 minutes' });
  await hold.click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(/Enter your phone number/);
  await expectGoodPage(page);
  await page.getByLabel('Your name').fill('Lim Jia Hui');
  await page.getByLabel('Phone number').fill('9123 4567');
  const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Provisional licence valid until').fill(inAYear);
  await page.getByLabel('Pick-up place').fill('Bedok MRT, exit B');
  await page.getByLabel('Postal code').fill('460204');
  await hold.click();
  // [rule 29] Everything else is said, and this is still to be.
  const isAdult = page.getByLabel('I am 18 or over');
  await expect(isAdult).toBeFocused();
  await expect(isAdult).toHaveAccessibleDescription(/^Tick this if you are 18 or over\./);
  await expectGoodPage(page);
  await isAdult.check();
  const price = page.getByRole('complementary', { name: 'Price' });
  const total = await price.getByText(/^S\$/).last().textContent();
  expect(total).toMatch(/^S\$\d+\.\d\d$/);
  await expect(price.getByText(/^Cancel before |too close to the lesson/)).toBeVisible();
  await expect(page.getByText('Bedok', { exact: true })).toBeVisible();
  await expectGoodPage(page);
  await hold.click();
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toHaveText(/^1[45]:\d\d$/);
  await expect(page).toHaveURL(/\/dashboard\/book-lesson\?lesson=[a-z0-9]{15}$/);
  await expectGoodPage(page);
  await page.getByRole('button', { name: `Pay ${total}` }).click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  // What has the focus does not lie behind the countdown.
  const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON());
  const { bottom } = await boxOf(page.locator('.hold-bar'));
  expect((await boxOf(page.getByLabel('Card number'))).top).toBeGreaterThan(bottom);
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
  // The page says it itself; the news of the same would cover its heading on a phone.
  await expect(page.getByRole('link', { name: /^Notifications/ })).toContainText('1');
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Your next lesson' })).toContainText(instructor.name);
});

test(
  'PayNow shows a code that can be scanned or saved as a picture, and the page moves on by itself when the money arrives',
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
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the code as a picture' }).click();
    const picture = await saving;
    expect(picture.suggestedFilename()).toMatch(/^paynow-[a-z0-9]{15}\.png$/);
    const { data, info } = await sharp(await picture.path())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // What a bank's app reads in the picture is what the page shows.
    const read = jsQR.default(new Uint8ClampedArray(data), info.width, info.height);
    expect(read?.data).toBe(await code.getAttribute('data-qr'));
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
  'a held time can be changed without losing it, and let go; a pick-up elsewhere is told before',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 13);
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    const left = page.getByRole('timer', { name: 'Time left to pay' });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('link', { name: 'Change time or length' }).click();
    await page.getByRole('radio', { name: '2 hours' }).check({ force: true });
    await showLaterDay(page);
    await freeTimes(page).first().click();
    await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
    const others = page.getByRole('link', { name: /^who teaches in / });
    // Nobody of the demonstration teaches in both of these.
    for (const code of ['600103', '730900']) {
      await page.getByLabel('Postal code').fill(code);
      if (await others.isVisible()) break;
    }
    await expect(others).toHaveAttribute('href', /area=.*from=\d{4}-\d\d-\d\d/);
    await expectGoodPage(page);
    // The first time for two hours may begin where the held one does.
    await page.getByRole('button', { name: /^Continue to payment|^Hold this time for 15 minutes/ }).click();
    await expect(left).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Your lesson' })).toContainText(/120 minutes|2 hours/);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('button', { name: 'Let this time go' }).click();
    await expectToast(page, 'The time is free again. Nothing was charged.');
    await expect(freeTimes(page).first()).toBeVisible();
    await expect(page.getByText('You are holding')).toBeHidden();
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
  'a lesson that the instructor has to accept: said at each step, with the deadline once asked for, accepted, and confirmed on the open page',
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
    const byHand = page.getByText(`${instructor.name} answers by `);
    await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
    await expect(byHand).toBeVisible();
    await showLaterDay(page);
    await freeTimes(page).first().click();
    await expect(page.getByLabel('Pick-up place')).toBeVisible();
    await expect(byHand).toBeVisible();
    await fillPickup(page);
    await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
    await page.getByRole('radio', { name: /PayNow/ }).check();
    await expect(byHand).toBeVisible();
    await page.getByRole('button', { name: /^Show the QR code for S\$/ }).click();
    await expect(page.getByRole('img', { name: /^PayNow code for S\$/ })).toBeVisible();
    await expect(byHand).toBeVisible();
    await page.getByRole('button', { name: 'Simulate bank' }).click();
    await expect(page.getByRole('heading', { name: `Paid. Now ${instructor.name} has to accept` })).toBeVisible();
    await expect(page.getByText(`${instructor.name} has until `)).toHaveText(
      /until \w{3} \d+ \w{3}.*\d\d:\d\d to answer\.$/,
    );
    const startCode = page.getByRole('img', { name: /^\d \d \d \d$/ });
    await expect(startCode).toBeHidden();
    await other.goto(page.url().replace('?confirmed', ''));
    await expect(other.getByText(/^Answer by .*\d\d:\d\d\. Without an answer/)).toBeVisible();
    await other.getByRole('button', { name: /^Decline the lesson/ }).click();
    const question = other.getByRole('dialog');
    await expect(question).toContainText(/back/);
    await expectAccessible(other, '[role="dialog"]');
    await question.getByRole('button', { name: 'Not now' }).click();
    await expect(question).toBeHidden();
    await other.getByRole('button', { name: /^Accept the lesson/ }).click();
    await expect(other.getByText('Confirmed', { exact: true })).toBeVisible();
    await expect(startCode).toBeVisible();
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
  const name = `Goh ${someLetters()}`;
  await becomeNewLearner(learner, name);
  await holdTime(learner, items[0], test.info().project.name === 'phone' ? 0 : -1);
  await payByCard(learner, cards.accepted);
  await expect(learner.getByRole('heading', { name: /^(Your lesson is booked|Paid\.)/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Your learners' })).toContainText(name);
  await expect(page.getByRole('link', { name: /^Notifications, \d+ unread$/ })).toBeVisible();
  await other.close();
});

test(
  'the held time is repeated weekly: a week is left out, all are paid at once, and each lesson is there',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 14);
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('link', { name: 'Repeat weekly' }).click();
    await expect(page.getByRole('heading', { name: 'The same time every week' })).toBeFocused();
    const weeks = page.getByRole('checkbox');
    await expect(weeks).toHaveCount(5);
    await expect(weeks.first()).toBeDisabled();
    await expectGoodPage(page);
    const chosen = page.getByRole('checkbox', { checked: true });
    const count = await chosen.count();
    expect(count).toBeGreaterThan(2);
    await page.getByRole('checkbox', { checked: true, disabled: false }).last().uncheck();
    const hold = page.getByRole('button', { name: /^Hold these \d times$/ });
    await expect(hold).toHaveText(`Hold these ${count - 1} times`);
    await hold.click();
    await expect(page).toHaveURL(/\?series=[a-z0-9]{15}$/);
    const lessons = page.getByRole('complementary', { name: 'Your lessons' });
    await expect(lessons.getByRole('listitem')).toHaveCount(count - 1);
    const total = (await lessons.getByText('To pay').locator('..').textContent())?.replace('To pay', '') ?? '';
    await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible();
    await expectGoodPage(page);
    await page.goto('/dashboard');
    await expect(page.getByText(`You are holding ${count - 1} weekly times, the first `)).toHaveCount(1);
    await page.getByRole('link', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL(/\?series=[a-z0-9]{15}$/);
    await page.reload();
    await payByCard(page, cards.accepted);
    await expect(page.getByRole('heading', { name: `${count - 1} lessons are booked` })).toBeVisible();
    await expectGoodPage(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /\d\d:\d\d/ })
      .last()
      .click();
    await expect(page).toHaveURL(/\/dashboard\/lessons\/[a-z0-9]{15}$/);
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(
      'Charged as one payment together with other weekly lessons',
    );
  },
);

test('what is to be said of a pick-up comes with the last digit of its postal code, and moves no button after it', {
  tag: '@any-width',
}, async ({ page }) => {
  const listed = await page.request.get('/api/collections/instructors/records', {
    params: { filter: "status = 'listed' && areas !~ 'Bedok'", sort: 'created', perPage: 1 },
  });
  const [instructor] = (await listed.json()).items;
  await becomeNewLearner(page);
  await chooseTime(page, instructor);
  const isSaid = await page.getByLabel('Postal code').evaluate(async (field: HTMLInputElement) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setValue?.call(field, '460204');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // React has drawn what was typed by then, and the browser has not drawn a frame.
    await Promise.resolve();
    return document.body.textContent.includes('not in Bedok');
  });
  expect(isSaid).toBe(true);
});
