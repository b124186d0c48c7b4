import { expect, type Page, test } from '@playwright/test';
import type { TakenBackLine } from '#wire/chargebacks.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { becomeNewLearner } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

test('[rule 21] the page of a lesson says to its learner and its instructor what waits while the learner’s bank takes the payment back @any-width', async ({
  page,
  browser,
}) => {
  const { record: learner } = await becomeNewLearner(page);
  const teaching = await browser.newContext();
  const teacher = await teaching.newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const root = await asSuperuser(page);
  const lesson = await root.create('lessons', {
    ...{ instructor, learner: learner.id, durationMinutes: 60, status: 'closed' },
    start: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 48 * 3_600_000).toISOString(),
  });
  // Only Stripe tells of such a thing, and none is here.
  const waits = { hasWaited: true, isBesideCase: false };
  const opened: TakenBackLine = { status: 'open', opened: '2026-11-24T02:00:00.000Z', decided: null, ...waits };
  const answers = new Map<Page, TakenBackLine>([
    [page, { ...opened, amountCents: 6600, coveredCents: 1000 }],
    [teacher, opened],
  ]);
  for (const [each, line] of answers) {
    await each.route(`**/api/marketplace/lessons/${lesson.id}/chargebacks`, (route) =>
      route.fulfill({ json: { items: [line] } }),
    );
    await each.goto(`/dashboard/lessons/${lesson.id}`);
  }
  await expect(page.getByRole('heading', { name: 'Your bank is taking the payment back' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your bank is taking the payment back' })).toContainText('S$66.00');
  await expect(page.getByText('Covered by money we held for you')).toBeVisible();
  await expect(page.getByText(/you can’t make a claim about it here/)).toBeVisible();
  const theirs = teacher.getByRole('region', { name: 'The learner’s bank is taking the payment back' });
  await expect(theirs).toContainText('waits until the bank has decided');
  await expect(theirs).not.toContainText('S$');
  for (const each of answers.keys()) {
    await expectAccessible(each);
    await expectNoSidewaysScroll(each);
  }
  await teaching.close();
});
