import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { becomeNewLearner, becomeUser } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';
import { someLetters } from './support/some-letters.ts';

const page360 = { width: 360, height: 780 };

test('an instructor hands a learner over, the learner and the other instructor agree, and the record is there', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.setViewportSize(page360);
  const root = await asSuperuser(page);
  const emailOf = async () => (await page.evaluate(() => localStorage.getItem('pocketbase_auth'))) ?? '';
  const taker = await signInAsNewInstructor(page, '/dashboard/students');
  const takerEmail = JSON.parse(await emailOf()).record.email;
  const takerName = `Suresh ${someLetters()}`;
  await root.update('instructors', taker, { status: 'listed', name: takerName });
  const { record: learner } = await becomeNewLearner(page, 'Goh Wei Ling');
  const giver = await signInAsNewInstructor(page, '/dashboard/students');
  await root.update('instructors', giver, { status: 'listed' });
  const start = new Date(Date.now() - 86_400_000).toISOString();
  const given = { instructor: giver, learner: learner.id, start, durationMinutes: 60, status: 'completed' };
  const lesson = await root.create('lessons', given);
  const skills = [{ skill: 'parallel_parking', level: 3 }];
  await root.create('lesson_logs', { lesson: lesson.id, skills, notes: 'Parks well' });

  await page.goto(`/dashboard/students/${learner.id}`);
  await page.getByRole('button', { name: 'Choose an instructor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Another instructor' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose who takes over.');
  await dialog.getByRole('searchbox', { name: 'Search by name' }).fill(takerName);
  await dialog.getByRole('radio', { name: takerName }).check();
  await dialog.getByLabel('Message').fill('I teach less from January on.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'Sent. We will tell you when there is an answer.');
  await expect(page.getByRole('link', { name: 'You asked already: see the answers' })).toBeVisible();

  await becomeUser(page, learner.email);
  await page.goto('/dashboard/lesson-history');
  await page.getByRole('link', { name: 'Continue with another instructor' }).click();
  const waiting = page.getByRole('listitem').filter({ hasText: `to ${takerName}` });
  await expect(waiting.getByText('I teach less from January on.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await waiting.getByRole('button', { name: 'Agree' }).click();
  await expect(waiting.getByText('The new instructor has not answered yet.')).toBeVisible();
  await expect(waiting.getByRole('button', { name: 'I no longer agree' })).toBeVisible();

  await becomeUser(page, takerEmail);
  await page.goto('/dashboard/students');
  await page.getByRole('link', { name: 'Hand-overs' }).click();
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByText('Handed over', { exact: true })).toBeVisible();
  await page.goto(`/dashboard/students/${learner.id}`);
  const before = page.getByRole('region', { name: 'Before, with Ismail bin Omar' });
  await expect(before.getByRole('progressbar')).toBeVisible();
  await before.getByText('Show these lessons').click();
  await expect(before.getByText('Parks well')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
