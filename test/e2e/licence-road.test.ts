import { expect, type Page, test } from '@playwright/test';
import { sayWhoYouAre } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectInLowWindow } from './support/expect-in-low-window.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner, demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

/** The local date in Singapore some days from now. */
function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
}

async function say(page: Page, session: { token: string; record: { id: string } }, facts: Record<string, string>) {
  const { token, record } = session;
  const answer = await page.request.post('/api/collections/licence_roads/records', {
    headers: { Authorization: token },
    data: { id: record.id, user: record.id, ...facts },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test.describe('the road to a licence', () => {
  test('stands on the dashboard without scrolling: how far, what is next, how long to the test', async ({ page }) => {
    await signIn(page, demoAccounts.learner);
    const road = page.getByRole('region', { name: 'Road to licence' });
    await expect(road.getByRole('progressbar', { name: 'Road to licence' })).toHaveAttribute('aria-valuenow', '5');
    await expect(road.getByText('5 of 8 steps')).toBeInViewport();
    await expect(road.getByText(/^Practical test in \d+ days, CDC/)).toBeInViewport();
    const next = page.getByRole('region', { name: 'Your next lesson' });
    await expect(next.getByRole('heading', { level: 3 }).first()).toBeInViewport();
    await road.getByRole('link', { name: 'See all steps' }).click();
    await expect(page).toHaveURL('/dashboard/road');
    const steps = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
    await expect(steps).toHaveCount(8);
    await expect(steps.nth(6)).toContainText('CDC, Ubi');
    await expect(steps.nth(6)).toContainText('Fee S$40.00');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('is printed with all of its steps and nothing around them', { tag: '@any-width' }, async ({ page }) => {
    await signIn(page, demoAccounts.learner, '/dashboard/road');
    const steps = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
    await expect(steps).toHaveCount(8);
    await page.emulateMedia({ media: 'print' });
    for (const step of await steps.all()) await expect(step.getByRole('heading')).toBeVisible();
    await expect(steps.nth(6)).toContainText('Fee S$40.00');
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });

  test('a learner ticks a step, takes it back, and takes that back', { tag: '@any-width' }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto('/dashboard/road');
    const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Basic Theory Test' }) });
    await step.getByRole('button', { name: 'Mark as done Basic Theory Test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Basic Theory Test' });
    await expectAccessible(page, '[role="dialog"]');
    await dialog.getByLabel('Passed on').fill('2026-10-01');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(step).toContainText('Done on 1 Oct 2026');
    await expect(page.getByText('1 of 8 steps', { exact: true })).toBeVisible();
    await step.getByRole('button', { name: 'Undo Basic Theory Test' }).click();
    await expect(step.getByText('Done on')).toBeHidden();
    const told = page.getByRole('listitem').filter({ hasText: 'Basic Theory Test: undone' });
    await told.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(step).toContainText('Done on 1 Oct 2026');
    await page.reload();
    await expect(step).toContainText('Done on 1 Oct 2026');
  });

  test('a refusal stands at its field and what was typed is kept', { tag: '@any-width' }, async ({ page }) => {
    await becomeNewLearner(page);
    await page.goto('/dashboard/road?step=practical_test');
    const dialog = page.getByRole('dialog', { name: 'Practical test' });
    await dialog.getByLabel('Day of the test').fill(dayFromNow(12));
    await expectInLowWindow(page, dialog.getByRole('button', { name: 'Save' }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Choose the test centre.')).toBeVisible();
    await expect(dialog.getByLabel('Day of the test')).toHaveValue(dayFromNow(12));
    await dialog.getByRole('combobox', { name: 'Test centre' }).click();
    await page.getByRole('option', { name: 'CDC, Ubi' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Practical test in 12 days, CDC')).toBeVisible();
  });

  test('a provisional licence that ends soon is said in amber words, and one that ended plainly', {
    tag: '@any-width',
  }, async ({ page }) => {
    const session = await signInAsNewLearner(page);
    await say(page, session, { pdlExpiresOn: dayFromNow(30) });
    await page.reload();
    const road = page.getByRole('region', { name: 'Road to licence' });
    await expect(road.getByRole('status')).toContainText('Your provisional licence ends in 30 days');
    await expect(road.getByRole('status')).toContainText('Lessons after that date can’t be booked.');
    await expectAccessible(page);
    await road.getByRole('link', { name: 'enter the new date' }).click();
    const dialog = page.getByRole('dialog', { name: 'Provisional licence (PDL)' });
    await dialog.getByLabel('Valid until').fill(dayFromNow(-1));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toContainText('Your provisional licence ended on');
  });

  test(
    'a lesson after its end is refused with the way to put the date right',
    { tag: '@any-width' },
    async ({ page }, testInfo) => {
      const session = await signInAsNewLearner(page);
      const instructor = await findInstructor(page, testInfo, 11);
      await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
      // Four weeks ahead is surely after today, and as bookable as tomorrow.
      await page.getByRole('button', { name: 'More days', exact: true }).click();
      await page
        .getByRole('button', { name: /^\d\d:\d\d/ })
        .first()
        .click();
      await sayWhoYouAre(page);
      await page.getByLabel('Pick-up place').fill('Bedok MRT, exit B');
      await page.getByLabel('Postal code').fill('460204');
      // Times after it are not offered once it is known: it is said when a time was chosen already.
      await say(page, session, { pdlExpiresOn: dayFromNow(0) });
      await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
      await expect(page.getByText('Your provisional licence ends before that day.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Enter its new expiry date' })).toHaveAttribute(
        'href',
        '/dashboard/road?step=provisional_licence',
      );
    },
  );
});
