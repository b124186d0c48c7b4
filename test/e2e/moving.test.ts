import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

async function expectGoodPage(page: Page): Promise<void> {
  // News of the booking passes over the page for some seconds.
  await expect(page.locator('.toasts > *')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('a lesson is moved by choosing a time; near its start the other side is asked and accepts', {
  tag: '@any-width',
}, async ({ page, browser }) => {
  const { record: learner } = await becomeNewLearner(page);
  const teaching = await browser.newContext();
  const teacher = await teaching.newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed', minNoticeMinutes: 0, gapMinutes: 0 });
  for (const weekday of [0, 1, 2, 3, 4, 5, 6]) {
    await root
      .create('availability_rules', { instructor, weekday, startMinute: 0, endMinute: 1440 })
      .catch(() => undefined);
  }
  const lessonIn = async (hours: number) => {
    const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + hours * 3_600_000).toISOString();
    return root.create('lessons', { instructor, learner: learner.id, start, durationMinutes: 60 });
  };
  const lesson = await lessonIn(72);
  await page.goto(`/dashboard/lessons/${lesson.id}`);
  await expect(page.getByText(/^Cancel by .* and you get everything back\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Move the lesson' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move the lesson' });
  const times = dialog.getByRole('button', { name: /^\d\d:\d\d/ });
  await expect(times.first()).toBeVisible();
  await expectGoodPage(page);
  await times.last().click();
  await expect(dialog.getByRole('button', { name: 'Move to this time' })).toBeEnabled();
  // In the times' place, so that it covers none of them; one may go back.
  await expect(times).toHaveCount(0);
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Choose from the free times' }).click();
  await times.first().click();
  await expect(dialog.getByText('Once moved to this time, cancelling is no longer free of charge.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Move to this time' }).click();
  await expectToast(page, /^Moved to /);
  await expect(page.getByText(/^It is too late to cancel for free\./)).toBeVisible();

  const near = await lessonIn(20);
  await page.goto(`/dashboard/lessons/${near.id}`);
  await page.getByRole('button', { name: 'Move the lesson' }).click();
  await times.last().click();
  const ask = dialog.getByRole('button', { name: 'Ask for this time' });
  await ask.click();
  await expect(page.getByText(/waits for an answer/)).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw this' }).click();
  await expectToast(page, 'Withdrawn. The lesson stays where it is.');
  await page.getByRole('button', { name: 'Move the lesson' }).click();
  await times.last().click();
  await ask.click();
  await expect(page.getByText(/waits for an answer/)).toBeVisible();
  await teacher.goto(`/dashboard/lessons/${near.id}`);
  await expect(teacher.getByRole('button', { name: 'Accept the new time' })).toBeVisible();
  await expectGoodPage(teacher);
  await teacher.getByRole('button', { name: 'Accept the new time' }).click();
  await expectToast(teacher, /^Moved to /);
  await teaching.close();
});

test('both say that they are here, one is said to be missing, and contests it', { tag: '@any-width' }, async ({
  page,
  browser,
}) => {
  const { record: learner } = await becomeNewLearner(page);
  const teaching = await browser.newContext();
  const teacher = await teaching.newPage();
  const instructor = await signInAsNewInstructor(teacher, '/dashboard');
  const root = await asSuperuser(page);
  const start = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 16 * 60_000).toISOString();
  const lesson = await root.create('lessons', { instructor, learner: learner.id, start, durationMinutes: 60 });
  await page.goto(`/dashboard/lessons/${lesson.id}`);
  await page.getByRole('button', { name: 'I’m here' }).click();
  await expect(page.getByText(/You said at .* that you are here/)).toBeVisible();
  await expectGoodPage(page);
  await teacher.goto(`/dashboard/lessons/${lesson.id}`);
  await expect(teacher.getByText(/Your learner said at/)).toBeVisible();
  await teacher.getByRole('button', { name: 'My learner is not here' }).click();
  await teacher.getByRole('button', { name: 'Not here: end the lesson' }).click();
  await expect(teacher.getByText('Learner did not come').first()).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'I was there' }).click();
  await page.getByLabel('What happened').fill('I stood at the gate.');
  const sent = page.waitForResponse(/no_show_contests\/records$/);
  await page.getByRole('button', { name: 'Send' }).click();
  await expectToast(page, 'We have your account of it. We tell you what we decide.');
  const { id: contest } = await (await sent).json();

  // The other side's account goes to where it is decided.
  await teacher.reload();
  await teacher.getByRole('link', { name: 'write to support' }).click();
  await expect(teacher.getByText(/^The lesson on .* goes with your question\.$/)).toBeVisible();
  await teacher.getByLabel('Your question').fill('Nobody was at the gate.');
  await expectGoodPage(teacher);
  await teacher.getByRole('button', { name: 'Send' }).click();
  await expect(teacher).toHaveURL(/help\/requests\//);
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, demoAccounts.admin, `/dashboard/lessons/${lesson.id}`);
  const account = staff.getByRole('link', { name: /^My account of the missed lesson/ });
  await expect(account).toBeVisible();
  await expectGoodPage(staff);
  await account.click();
  await expect(staff.getByText('Nobody was at the gate.').first()).toBeVisible();
  await expect(staff.getByRole('region', { name: 'What this request is about' }).getByRole('link')).toHaveCount(1);
  await staff.context().close();

  await root.create('no_show_decisions', { contest, missing: 'learner', reason: 'A photo shows it.' });
  await page.reload();
  await expect(page.getByText('A photo shows it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'I was there' })).toHaveCount(0);
  await teaching.close();
});
