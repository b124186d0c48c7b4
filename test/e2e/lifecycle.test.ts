import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { cards, fillPickup, freeTimes, payByCard, showLaterDay } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

const minuteMs = 60_000;
const phone = { viewport: { width: 360, height: 740 } };
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

type Root = Awaited<ReturnType<typeof asSuperuser>>;
type Pair = { instructor: string; learner: string };

/** A paid lesson of S$66.00 that begins so many minutes from now; of the past, and so set as a fact, where `status` says so. */
async function paidLesson(root: Root, pair: Pair, minutes: number, status = 'confirmed'): Promise<string> {
  const start = new Date(Math.floor(Date.now() / minuteMs) * minuteMs + minutes * minuteMs).toISOString();
  const fields = { ...pair, start, durationMinutes: 60, priceCents: 6600, status };
  const { id } = await root.create('lessons', fields);
  const { learner } = pair;
  await root.create('payments', { lesson: id, learner, method: 'card', amountCents: 6600, status: 'succeeded' });
  return id;
}

async function bookSomeDaysAhead(page: Page, instructor: string): Promise<void> {
  await page.goto(`/dashboard/book-lesson?instructor=${instructor}`);
  await page.getByText('1 hour', { exact: true }).click();
  await showLaterDay(page);
  await freeTimes(page).first().click();
  await fillPickup(page);
  await press(page, /^Hold this time for/);
}

async function cancel(page: Page, lesson: string, expected: RegExp, reason = ''): Promise<void> {
  await page.goto(`/dashboard/lessons/${lesson}`);
  await press(page, 'Cancel the lesson');
  const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' });
  await expect(dialog).toContainText(expected);
  if (reason !== '') await dialog.getByLabel('Tell the learner why').fill(reason);
  await dialog.getByRole('button', { name: 'Cancel the lesson' }).click();
  await expect(dialog).toBeHidden();
}

test('book, move, cancel, book, no-show, claim, refund, review, package, waitlist, payout, at 360 px', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  test.slow();
  const [teaching, staff] = [await browser.newContext(phone), await browser.newContext(phone)];
  const [teacher, admin] = [await teaching.newPage(), await staff.newPage()];
  const instructor = await signInAsNewInstructor(teacher, '/dashboard/packages/offers');
  const { record } = await becomeNewLearner(page, 'Siti Rahimah');
  const root = await asSuperuser(page);
  const pair = { instructor, learner: record.id };
  await root.update('instructors', instructor, { status: 'listed', minNoticeMinutes: 0, gapMinutes: 0 });
  for (const weekday of [0, 1, 2, 3, 4, 5, 6]) {
    await root.create('availability_rules', { instructor, weekday, startMinute: 480, endMinute: 1200 });
  }

  await test.step('book, move, cancel', async () => {
    await bookSomeDaysAhead(page, instructor);
    await payByCard(page, cards.accepted);
    await expect(heading(page, 'Your lesson is booked')).toBeVisible();
    await press(page, 'Move the lesson');
    await page.getByRole('dialog').locator('label[data-date]:has(input:enabled)').nth(4).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^\d\d:\d\d/ })
      .first()
      .click();
    await press(page, 'Move to this time');
    // On a phone the newest message stands alone: that of the notification may be on top of it by now.
    await expectToast(page, /^Moved to /);
    const lesson = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await cancel(page, lesson, /You get S\$\d+\.00 back to your card/);
    await expect(page.getByRole('region', { name: 'You cancelled this lesson' })).toContainText('Sent back');
  });

  await test.step('the instructor cancels late, and the learner books with the credit and a card', async () => {
    const lesson = await paidLesson(root, pair, 5 * 60);
    await cancel(
      teacher,
      lesson,
      /The learner gets S\$66\.00 back.*The learner also gets S\$10\.00 of credit/s,
      'My car is in repair',
    );
    await expectAccessible(teacher);
    await bookSomeDaysAhead(page, instructor);
    await press(page, 'Use S$10.00');
    await expect(page.getByText(/^S\$10\.00 is paid with credit/)).toBeVisible();
    await payByCard(page, cards.accepted);
    await expect(heading(page, 'Your lesson is booked')).toBeVisible();
  });

  await test.step('an administrator cancels for nothing; of two late cancellations one is forgiven, one waived', async () => {
    await signIn(admin, demoAccounts.admin, '/dashboard');
    const byStaff = await paidLesson(root, pair, 7 * 60);
    await cancel(admin, byStaff, /The learner gets S\$66\.00 back/, 'The road is closed');
    await cancel(page, await paidLesson(root, pair, 6 * 60), /You get S\$66\.00 as credit/);
    const charged = await paidLesson(root, pair, 8 * 60);
    await cancel(page, charged, /You get nothing back/);
    await teacher.goto(`/dashboard/lessons/${charged}`);
    await press(teacher, 'Waive the charge');
    await expectAccessible(teacher, '[role=dialog]');
    await teacher.getByRole('dialog').getByRole('button', { name: 'Waive the charge' }).click();
    await expectToast(teacher, /^Waived: S\$66\.00 goes back/);
  });

  await test.step('a missed lesson', async () => {
    const lesson = await paidLesson(root, pair, -16);
    await page.goto(`/dashboard/lessons/${lesson}`);
    await press(page, 'My instructor is not here');
    await press(page, 'Not here: end the lesson');
    const card = page.getByRole('region', { name: 'Missed lesson' });
    await expect(card).toContainText(/Refund\s*S\$66\.00/);
    await expect(card).toContainText(
      /^Missed lesson.*Unless your instructor contests this by .* S\$66\.00 goes back the way you paid after that/s,
    );
    await expectNoSidewaysScroll(page);
    // What comes back anyway is not claimed: only safety is.
    await press(page, 'Something went wrong with this lesson');
    const dialog = page.getByRole('dialog', { name: 'Something went wrong with this lesson' });
    await expect(dialog.getByRole('radio')).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: 'My money back' })).toHaveCount(0);
    await expectAccessible(page, '[role=dialog]');
    await teacher.goto(`/dashboard/lessons/${lesson}`);
    await expect(teacher.getByRole('region', { name: 'Missed lesson' })).toContainText(
      /Unless you contest this by .* S\$66\.00 goes back to your learner after that/,
    );
    await expectAccessible(teacher);
  });

  await test.step('a claim, and its refund', async () => {
    const lesson = await paidLesson(root, pair, -3 * 60, 'completed');
    await page.goto(`/dashboard/lessons/${lesson}`);
    await press(page, 'Something went wrong with this lesson');
    await press(page, 'My money back');
    await press(page, 'Send the claim');
    await expect(page.getByText('Would like the money back.')).toBeVisible();
    const { pathname, search } = new URL(page.url());
    await admin.goto(pathname + search);
    await admin.getByRole('radio', { name: 'All of it goes back' }).check();
    await admin.getByLabel('Reason, which both sides read').fill('The guarantee needs no reason.');
    await press(admin, 'Decide');
    await expect(admin.getByText('S$66.00 goes back to the learner.')).toBeVisible();
  });

  await test.step('a review, asked for on the dashboard', async () => {
    const lesson = await paidLesson(root, pair, -6 * 60, 'completed');
    await page.goto(`/dashboard/lessons/${lesson}`);
    await page.getByRole('radio', { name: '5, very good' }).check();
    await press(page, 'Send the review');
    await expect(page.getByText('Nobody else can read it yet.')).toBeVisible();
  });

  await test.step('a package', async () => {
    await teacher.goto('/dashboard/packages/offers');
    const form = teacher.getByRole('form', { name: '5 hours' });
    await form.getByRole('checkbox', { name: 'Sell this package' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(teacher, 'Saved. Learners see it on your page at once.');
    await page.goto(`/dashboard/packages?buy=${instructor}&minutes=300`);
    await press(page, /^Buy for S\$320\.10/);
    await payByCard(page, cards.accepted);
    await expect(page.getByText(/^5 hours with .* are yours$/)).toBeVisible();
  });

  await test.step('the waitlist', async () => {
    await page.goto(`/dashboard/waitlist?wait=1&instructor=${instructor}`);
    await press(page, 'Tell me');
    await expect(page.getByText(/^Class 3A with /)).toBeVisible();
  });

  await test.step('a payout', async () => {
    // What was waived goes with what it was charged for, and takes nothing of this lesson.
    await paidLesson(root, pair, -5 * 24 * 60, 'closed');
    // The clock may have been faster: it catches up with the last Wednesday.
    await root.create('payouts', { instructor }).catch(() => undefined);
    await teacher.goto('/dashboard/earnings');
    // S$66.00 less 10 %.
    await expect(teacher.getByRole('region', { name: 'Payouts' })).toContainText('S$59.40');
    await expectNoSidewaysScroll(teacher);
    await teacher
      .getByRole('link', { name: /^Statement of / })
      .first()
      .click();
    await expect(heading(teacher, /^Payout of /)).toBeVisible();
    await expectNoSidewaysScroll(teacher);
  });
  await test.step('what a learner paid, got back and has as credit opens to its entries', async () => {
    const ways = [
      [
        '/dashboard/statement',
        /^S\$.*, show the entries$/,
        /^(Payments and refunds for a lesson|What is held for a package)$/,
      ],
      ['/dashboard/credit', 'Payments and refunds', 'What changed your credit'],
    ] as const;
    for (const [path, link, title] of ways) {
      await page.goto(path);
      await page.getByRole('link', { name: link }).first().click();
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('S$');
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('table').getByRole('link', { name: 'Lesson settled' }).first().click();
    await expect(heading(page, 'Where this money went')).toBeVisible();
  });
  await teaching.close();
  await staff.close();
});
