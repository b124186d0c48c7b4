import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectPending } from './support/expect-pending.ts';
import { mailLink } from './support/mail-link.ts';
import { takenOver } from './support/settle.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const { password } = demoLearner;
const tag = '@any-width';

async function newPerson(page: Page): Promise<{ id: string; email: string }> {
  const email = `pending-${crypto.randomUUID()}@kerbside.example`;
  const data = { email, password, passwordConfirm: password, name: 'Pending Person' };
  const answer = await page.request.post('/api/collections/users/records', { data });
  return { id: (await answer.json()).id, email };
}

test('the buttons of mailed links and codes answer at once and take no second press', { tag }, async ({ page }) => {
  const { email } = await newPerson(page);
  await page.goto('/forgot-password');
  // The server writes this page; a press before its scripts have come is kept for them.
  await takenOver(page);
  await page.getByLabel('Email').fill(email);
  await expectPending(page, button(page, 'Send the link'), ['POST', '**/request-password-reset']);
  await page.request.post('/api/collections/users/request-password-reset', { data: { email } });
  await page.goto(await mailLink(page, email, 'confirm-password-reset'));
  await takenOver(page);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('river-otter-9');
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill('river-otter-9');
  await expectPending(page, button(page, 'Set password'), ['POST', '**/confirm-password-reset']);
  await page.goto('/login-otp');
  await page.getByLabel('Email').fill(email);
  await button(page, 'Send code').click();
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus();
  for (const digit of '123456') await page.keyboard.press(digit);
  // The sixth digit has sent the code, which is wrong.
  await expect(page.getByRole('alert')).toBeVisible();
  await expectPending(page, button(page, 'Verify code'), ['POST', '**/auth-with-otp']);
});

test('the buttons of an instructor’s hours answer at once and take no second press', { tag }, async ({ page }) => {
  await signInAsNewInstructor(page, '/dashboard/schedule');
  const week = page.getByRole('region', { name: 'Weekly hours' });
  const open = week.getByRole('button', { name: 'Open these hours' });
  await expectPending(page, open, ['POST', '**/availability_rules/records']);
  await open.click();
  const remove = week.getByRole('button', { name: /^Remove / });
  await expectPending(page, remove, ['DELETE', '**/availability_rules/records/*']);
  await button(page, 'Take time off').click();
  await page.getByRole('dialog').getByLabel('First day').fill('2027-03-02');
  await page.getByRole('dialog').getByLabel('Last day').fill('2027-03-02');
  await expectPending(page, page.getByRole('dialog').getByRole('button', { name: 'Save' }), [
    'POST',
    '**/time_off/records',
  ]);
  await page.keyboard.press('Escape');
  await page.goto('/dashboard/earnings');
  await expectPending(page, button(page, 'Download CSV'), ['GET', '**/api/marketplace/earnings.csv*']);
});

test('the buttons of an instructor’s lessons answer at once and take no second press', { tag }, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const root = await asSuperuser(page);
  const learner = (await newPerson(page)).id;
  const lesson = (hours: number, status: string) =>
    root.create('lessons', {
      instructor,
      learner,
      start: new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * 3_600_000).toISOString(),
      durationMinutes: 60,
      status,
    });
  const asked = await lesson(60, 'requested');
  await page.goto(`/dashboard/lessons/${asked.id}`);
  const approvals = '**/approvals/records';
  await expectPending(page, button(page, /^Accept the lesson/), ['POST', approvals]);
  await button(page, /^Decline the lesson/).click();
  await expectPending(page, page.getByRole('dialog').getByRole('button', { name: /^Decline/ }), ['POST', approvals]);
  const now = await lesson(0, 'confirmed');
  await page.goto(`/dashboard/lessons/${now.id}`);
  await page.getByLabel('Start code').fill('1234');
  await page.getByLabel('I have seen the provisional licence').check();
  await expectPending(page, button(page, 'Start'), ['POST', '**/lesson_starts/records']);
  await root.update('lessons', now.id, { status: 'in_progress' });
  await page.reload();
  await expectPending(page, button(page, 'Finish'), ['POST', '**/lesson_logs/records']);
});

test('an admin’s buttons answer at once and take no second press', { tag }, async ({ page }) => {
  const { email } = await newPerson(page);
  await signIn(page, demoAccounts.admin, `/dashboard/users?q=${email}`);
  const dialog = page.getByRole('dialog');
  await button(page, 'Add User').click();
  await dialog.getByLabel('Full name').fill('Pending Person');
  await dialog.getByLabel('Email').fill(`new-${email}`);
  await expectPending(page, dialog.getByRole('button', { name: /^Add/ }), ['POST', '**/users/records']);
  await page.keyboard.press('Escape');
  await button(page, 'Actions for Pending Person').click();
  await page.getByRole('menuitem', { name: 'Delete User' }).click();
  await dialog.getByRole('textbox').fill('Pending Person');
  await expectPending(page, dialog.getByRole('button', { name: 'Delete user' }), ['DELETE', '**/users/records/*']);
  await page.goto('/dashboard/reports?status=failed');
  await expectPending(page, button(page, /^Try again: ./).first(), ['POST', '**/reports/*/retry']);
  await page.goto('/dashboard/reports?status=ready');
  await expectPending(page, button(page, /^Download ./).first(), ['POST', '**/api/files/token']);
  await button(page, /^Delete ./)
    .first()
    .click();
  await expectPending(page, button(page, 'Delete report'), ['DELETE', '**/reports/records/*']);
  await page.goto('/dashboard/reports');
  await button(page, 'New report').click();
  await expect(dialog.getByLabel('Name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Pending report');
  await expectPending(page, button(page, 'Make report'), ['POST', '**/reports/records']);
});
