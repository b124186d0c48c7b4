import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { findSmallParts } from './support/find-small-parts.ts';
import { becomeNewLearner } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';
import { zoneAtMidday } from './support/zone-at-midday.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('a lesson is started with the code, finished with skills, put right, read and confirmed by its learner [178] [rule 21]', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { record: learner } = await becomeNewLearner(page);
  const teaching = await browser.newContext();
  const teacher = await teaching.newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const root = await asSuperuser(page);
  // Where it is midday: one that reached past midnight would be of today, too.
  await root.update('instructors', instructor, { timezone: zoneAtMidday() });
  const lessonAt = (startMs: number) =>
    root.create('lessons', {
      instructor,
      learner: learner.id,
      start: new Date(Math.floor(startMs / 60_000) * 60_000).toISOString(),
      durationMinutes: 60,
    });
  const nowMs = Date.now();
  const tomorrow = await lessonAt(nowMs + 86_400_000);
  const lesson = await lessonAt(nowMs);
  await page.goto(`/dashboard/lessons/${lesson.id}`);
  const code = await page.getByRole('img', { name: /^\d \d \d \d$/ }).textContent();

  await teacher.goto(`/dashboard/lessons/${tomorrow.id}`);
  // Days ahead there is nothing to fill in that would only be refused.
  await expect(teacher.getByText(/^You can start it from /)).toBeVisible();
  await expect(teacher.getByLabel('Start code')).toHaveCount(0);
  await teacher.goto(`/dashboard/lessons/${lesson.id}`);
  await expect(teacher.getByRole('main').getByRole('link', { name: 'Lim Jia Hui', exact: true })).toHaveAttribute(
    'href',
    `/dashboard/students/${learner.id}`,
  );
  await teacher.getByLabel('Start code').fill('12');
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByLabel('Start code')).toHaveAccessibleDescription(/has 4 digits/);
  await teacher.getByLabel('Start code').fill(code === '0000' ? '1111' : '0000');
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByLabel('Start code')).toHaveAccessibleDescription(/not the learner’s start code/);
  await expectGoodPage(teacher);
  // One of yesterday that nobody finished stands in the way. A day after its end it would be closed.
  const yesterday = await lessonAt(nowMs - 24 * 3_600_000);
  await root.update('lessons', yesterday.id, { status: 'in_progress' });
  await teacher.goto('/dashboard');
  await teacher.getByRole('button', { name: 'Switch to Instructor view' }).click();
  await expect(teacher.getByText(/^Your lesson with Lim Jia Hui, .+, is not finished yet\./)).toBeVisible();
  await expectGoodPage(teacher);
  await expect(teacher.getByRole('link', { name: 'Finish it' })).toHaveAttribute('href', new RegExp(yesterday.id));
  await teacher.goto(`/dashboard/lessons/${lesson.id}`);
  await teacher.getByLabel('Start code').fill(code ?? '');
  await teacher.getByLabel('I have seen the provisional licence').check();
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByRole('link', { name: 'Go to that lesson' })).toHaveAttribute(
    'href',
    new RegExp(yesterday.id),
  );
  await root.update('lessons', yesterday.id, { status: 'completed' });
  await teacher.getByRole('button', { name: 'Start' }).click();

  await expect(teacher.getByRole('heading', { name: 'Finish the lesson' })).toBeVisible();
  await teacher.getByText(/^Observation\d/).click();
  // Of six levels side by side each is wide enough for a thumb.
  await teacher.setViewportSize({ width: 360, height: 740 });
  expect(await findSmallParts(teacher)).toEqual([]);
  await teacher
    .getByRole('group', { name: 'Blind spot' })
    .getByRole('radio', { name: '3 Prompted' })
    .check({ force: true });
  await teacher.getByLabel(/^Notes for the learner/).fill('Look over the shoulder each time.');
  await teacher.getByLabel(/^Points in a mock test/).fill('twenty');
  await teacher.reload();
  await expect(teacher.getByLabel(/^Notes for the learner/)).toHaveValue('Look over the shoulder each time.');
  await teacher.getByRole('button', { name: 'Finish' }).click();
  await expect(teacher.getByLabel(/^Points in a mock test/)).toHaveAccessibleDescription(/whole number/);
  await teacher.getByLabel(/^Points in a mock test/).fill('22');
  await expect(teacher.getByText('Mock test failed')).toBeVisible();
  await teacher.getByText('Score a mock test').click();
  const add = teacher.getByRole('button', { name: 'Add 2 points: Blind spot not checked' });
  for (const sum of [2, 4]) {
    await add.click();
    await expect(teacher.getByRole('status').filter({ hasText: `${sum} points, passed so far` })).toBeVisible();
  }
  await teacher.getByRole('button', { name: 'Take off 2 points: Blind spot not checked' }).click();
  await teacher.getByLabel('Drove on at a red light').check();
  await expect(teacher.getByRole('status').filter({ hasText: '2 points, failed' })).toBeVisible();
  await expectGoodPage(teacher);
  await teacher.getByRole('button', { name: 'Finish' }).click();
  await expect(teacher.getByRole('heading', { name: 'What was practised' })).toBeVisible();
  await teacher.getByRole('button', { name: 'Change this' }).click();
  await teacher.getByLabel(/^Notes for the learner/).fill('Look over the shoulder every time.');
  await teacher.getByRole('button', { name: 'Save changes' }).click();
  await expect(teacher.getByText('Look over the shoulder every time.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Look over the shoulder every time.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Faults' }).getByRole('listitem')).toHaveText([
    'Blind spot not checked: 2 points',
    'Drove on at a red light',
  ]);
  await expect(page.getByRole('progressbar', { name: /Blind spot/ })).toHaveAttribute('aria-valuenow', '60');
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Confirm the lesson' }).click();
  await expectToast(page, 'Confirmed. The lesson is closed.');
  await expect(page.getByRole('heading', { name: 'Did the lesson take place?' })).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar', { name: 'Blind spot' })).toHaveAttribute('aria-valuenow', '60');
  await teaching.close();
});
