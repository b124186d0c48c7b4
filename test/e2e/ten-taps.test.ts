import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { cards } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { type FoundInstructor, findInstructor } from './support/find-instructor.ts';
import { type Counted, countingHand } from './support/hand.ts';
import { becomeNewLearner } from './support/sign-in.ts';

// From a time on a card to a lesson that is paid, counted at 360 px: with everything that is pressed and typed on the way.
const tag = '@narrow-only';

/** The most that the ways may cost. */
const most = {
  byCode: { taps: 10, fields: 6, pages: 5 },
  byPassword: { taps: 12, fields: 8, pages: 6 },
  again: { taps: 3, fields: 1, pages: 3 },
};

function expectAtMost(counted: Counted, allowed: Counted, sinceMs: number): void {
  test.info().annotations.push({
    type: 'counted',
    description: `${JSON.stringify(counted)}, ${Math.round((Date.now() - sinceMs) / 100) / 10} s of the machine`,
  });
  for (const what of ['taps', 'fields', 'pages'] as const) {
    expect(counted[what], `${what} of ${JSON.stringify(counted)}`).toBeLessThanOrEqual(allowed[what]);
  }
}

/** Opens the search at one instructor's card: from here on it is counted. */
async function openCard(page: Page, instructor: FoundInstructor) {
  await page.goto(`/instructors?q=${encodeURIComponent(instructor.name)}`);
  const time = page.getByRole('link', { name: new RegExp(`\\d with ${instructor.name}`) }).last();
  return { hand: countingHand(page), time, sinceMs: Date.now() };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function mailedCode(page: Page, to: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/dev/mailbox', { params: { to } });
      const [mail]: { text: string }[] = await answer.json();
      code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}

/** Says where and what the law wants, and pays by card. */
async function sayAndPay(page: Page, { tap, type }: ReturnType<typeof countingHand>): Promise<void> {
  await type(page.getByLabel('Phone number'), '9123 4567');
  await type(page.getByLabel('Pick-up place'), 'Blk 85 Bedok North St 4, 460085');
  await expect(page.getByLabel('Postal code')).toHaveValue('460085');
  await tap(page.getByRole('checkbox', { name: /^I am 18 or over and have a provisional/ }));
  const terms = page.getByRole('checkbox', { name: /^I agree/ });
  if (await terms.isVisible()) await tap(terms);
  await tap(button(page, 'Continue to payment'));
  await expect(page.getByRole('heading', { name: 'How do you want to pay?' })).toBeFocused();
  await type(page.getByLabel('Card number'), cards.accepted);
  await tap(button(page, /^Pay S\$/));
  await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeFocused();
}

test(
  'a new learner pays the first lesson within ten taps and six fields by a code, with a reload on the way',
  {
    tag,
  },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 15);
    const { hand, time, sinceMs } = await openCard(page, instructor);
    const email = `taps-${crypto.randomUUID()}@learners.example`;
    await hand.tap(time);
    await expect(page.getByText(/ is held for you until \d\d:\d\d\./)).toContainText(instructor.name);
    await hand.type(page.getByLabel('Email'), email);
    await hand.tap(button(page, 'Send code'));
    await expect(page.getByText(`Sent to ${email}.`)).toBeVisible();
    // The mail's app takes the phone's memory, and the tab is loaded again.
    await page.reload();
    await expect(page.getByText(`Sent to ${email}.`)).toBeVisible();
    await expectAccessible(page);
    await hand.type(page.getByRole('textbox', { name: 'Digit 1 of 6' }), await mailedCode(page, email));
    await hand.type(page.getByLabel('Your name'), 'Lim Jia Hui');
    await sayAndPay(page, hand);
    expectAtMost(hand.counted, most.byCode, sinceMs);
  },
);

test(
  'a new learner pays the first lesson within twelve taps by a password, which is typed in no second time',
  {
    tag,
  },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 16);
    const { hand, time, sinceMs } = await openCard(page, instructor);
    await hand.tap(time);
    await hand.tap(page.getByRole('link', { name: 'Create an account with a password' }));
    await hand.type(page.getByLabel('Full Name'), 'Lim Jia Hui');
    await hand.type(page.getByLabel('Email', { exact: true }), `taps-${crypto.randomUUID()}@learners.example`);
    await hand.type(page.getByLabel('Password', { exact: true }), 'melon-taxi-2931');
    await hand.type(page.getByLabel('Confirm Password', { exact: true }), 'melon-taxi-2931');
    await hand.tap(page.getByRole('checkbox', { name: /I agree/ }));
    await hand.tap(button(page, 'Create account'));
    await sayAndPay(page, hand);
    expectAtMost(hand.counted, most.byPassword, sinceMs);
  },
);

test(
  'a learner pays another lesson with the same instructor within three taps',
  { tag },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 17);
    const { record } = await becomeNewLearner(page);
    // Of years ago, when no lesson of the demonstration is in the way.
    const start = `2020-01-02T${String(new Date().getUTCMilliseconds() % 20).padStart(2, '0')}:00:00Z`;
    const lesson = { learner: record.id, instructor: instructor.id, start, durationMinutes: 60, status: 'completed' };
    const root = await asSuperuser(page);
    await root.create('lessons', { ...lesson, pickup: 'Bedok MRT, exit B', postalCode: '460204' });
    await page.goto('/dashboard');
    const hand = countingHand(page);
    const sinceMs = Date.now();
    await hand.tap(
      page
        .getByRole('region', { name: `Book ${instructor.name} again` })
        .getByRole('button')
        .first(),
    );
    await hand.type(page.getByLabel('Card number'), cards.accepted);
    await hand.tap(button(page, /^Pay S\$/));
    await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeFocused();
    expectAtMost(hand.counted, most.again, sinceMs);
  },
);

test(
  'what is missing of the one page is said at its fields, and nothing typed is lost',
  { tag },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 18);
    await becomeNewLearner(page, '', { hasAgreed: false });
    await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
    await page
      .getByRole('radio', { name: /\d free times?$/ })
      .nth(3)
      .check({ force: true });
    await page
      .getByRole('button', { name: /^\d\d:\d\d/ })
      .first()
      .click();
    await expect(page.getByLabel('Your name')).toBeFocused();
    const hold = button(page, 'Hold this time for 15 minutes');
    await hold.click();
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Enter your name.');
    await page.getByLabel('Your name').fill('Lim Jia Hui');
    await page.getByLabel('Phone number').fill('9123 4567');
    await page.getByLabel('Pick-up place').fill('Bedok MRT, exit B');
    await page.getByLabel('Postal code').fill('460204');
    await hold.click();
    const isAdult = page.getByLabel('I am 18 or over');
    await expect(isAdult).toBeFocused();
    await isAdult.check();
    await hold.click();
    const terms = page.getByRole('checkbox', { name: /^I agree/ });
    await expect(terms).toBeFocused();
    await expect(terms).toHaveAccessibleDescription('Please agree to the terms and conditions');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await terms.check();
    await hold.click();
    await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole('link', { name: 'Change pick-up' }).click();
    await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
    await expect(page.getByLabel('Your name')).toHaveCount(0);
  },
);
