import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { becomeNewLearner } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('[14.13] a lesson is started with the code, finished with skills, put right, and read by its learner [178]', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { record: learner } = await becomeNewLearner(page);
  const teaching = await browser.newContext();
  const teacher = await teaching.newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const root = await asSuperuser(page);
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
  await teacher.getByLabel('Start code').fill('1234');
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByText('from 15 minutes before its start on')).toBeVisible();
  await teacher.goto(`/dashboard/lessons/${lesson.id}`);
  await teacher.getByLabel('Start code').fill('12');
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByLabel('Start code')).toHaveAccessibleDescription(/has 4 digits/);
  await teacher.getByLabel('Start code').fill(code === '0000' ? '1111' : '0000');
  await teacher.getByRole('button', { name: 'Start' }).click();
  await expect(teacher.getByLabel('Start code')).toHaveAccessibleDescription(/not the learner’s start code/);
  await expectGoodPage(teacher);
  await teacher.getByLabel('Start code').fill(code ?? '');
  await teacher.getByLabel('I have seen the provisional licence').check();
  await teacher.getByRole('button', { name: 'Start' }).click();

  await expect(teacher.getByRole('heading', { name: 'Finish the lesson' })).toBeVisible();
  await teacher.getByText('Observation').click();
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
  await expectGoodPage(teacher);
  await teacher.getByRole('button', { name: 'Finish' }).click();
  await expect(teacher.getByRole('heading', { name: 'What was practised' })).toBeVisible();
  await teacher.getByRole('button', { name: 'Change this' }).click();
  await teacher.getByLabel(/^Notes for the learner/).fill('Look over the shoulder every time.');
  await teacher.getByRole('button', { name: 'Save changes' }).click();
  await expect(teacher.getByText('Look over the shoulder every time.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Look over the shoulder every time.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: /Blind spot/ })).toHaveAttribute('aria-valuenow', '60');
  await expectGoodPage(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar', { name: 'Blind spot' })).toHaveAttribute('aria-valuenow', '60');
  await teaching.close();
});
