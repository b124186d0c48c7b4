import { expect, type Page, test } from '@playwright/test';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { type FoundInstructor, findInstructor } from './support/find-instructor.ts';
import { demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

const superuser = 'root@kerbside.example';

/** Gives somebody a lesson with an instructor that is over. */
async function teach(page: Page, learner: string, instructor: FoundInstructor): Promise<string> {
  const auth = await page.request.post('/api/collections/_superusers/auth-with-password', {
    data: { identity: superuser, password: demoLearner.password },
  });
  const { token }: { token: string } = await auth.json();
  const answer = await page.request.post('/api/collections/lessons/records', {
    headers: { Authorization: token },
    data: {
      instructor: instructor.id,
      learner,
      // Years ago no lesson of the demo is in the way.
      start: `2020-01-01T${String(new Date().getUTCMilliseconds() % 20).padStart(2, '0')}:00:00Z`,
      durationMinutes: 60,
      status: 'completed',
      pickup: 'Bedok MRT, exit B',
      postalCode: '460204',
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id }: { id: string } = await answer.json();
  return id;
}

test(
  'a time tapped on the dashboard is held at once, and the next step is paying',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const { record } = await signInAsNewLearner(page);
    const instructor = await findInstructor(page, testInfo, 6);
    const lesson = await teach(page, record.id, instructor);
    await page.reload();
    const again = page.getByRole('region', { name: `Book ${instructor.name} again` });
    await expect(again).toContainText('from Bedok MRT, exit B');
    await expectAccessible(page);
    for (const path of ['/dashboard/lesson-history', `/dashboard/lessons/${lesson}`, '/dashboard']) {
      await page.goto(path);
      await expect(again.getByRole('button').first()).toBeVisible();
    }
    await again.getByRole('button').first().click();
    await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
    await expect(page.getByLabel('Card number')).toBeVisible();
  },
);

test('offers the usual time first to somebody who drives every week', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.learner);
  const again = page.getByRole('region', { name: 'Book Ravi Chandran again' });
  await expect(again.getByRole('button').first()).toContainText(/\w{3} \d+ \w{3}, \d\d:\d\d/);
  await expect(again.getByRole('link', { name: 'More times, another length or pick-up' })).toHaveAttribute(
    'href',
    /durationMinutes=/,
  );
});
