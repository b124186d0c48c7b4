import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

// A narrow window shows the week as a list of days, which has no keys of its own.
test('the week is read aloud in sentences, and tells of what keys do and did', {
  tag: '@wide-only',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard/schedule');
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed', horizonDays: 400, slotStepMinutes: 15 });
  for (const weekday of [2, 3])
    await root.create('availability_rules', { instructor, weekday, startMinute: 480, endMinute: 1200 });
  await root.create('time_off', {
    instructor,
    start: '2027-03-02T08:00:00Z',
    end: '2027-03-02T09:00:00Z',
    reason: 'Dentist',
  });
  const account = { email: `siti-${instructor}@kerbside.example`, password: 'learner-password' };
  const { id: learner } = await root.create('users', { ...account, passwordConfirm: account.password, name: 'Siti' });
  const booked = { instructor, learner, durationMinutes: 60, pickup: 'At the gate' };
  await root.create('lessons', { ...booked, status: 'confirmed', start: '2027-03-02T01:00:00Z', postalCode: '460123' });
  await root.create('lessons', { ...booked, status: 'requested', start: '2027-03-02T02:15:00Z', postalCode: '640456' });
  await page.goto('/dashboard/schedule?view=week&date=2027-03-02');
  const tuesday = page.getByRole('list', { name: 'Tue 2 Mar: 2 lessons' });
  await expect(tuesday).toBeVisible();
  // Spaces of numbers and their units don't break.
  const aloud = (await tuesday.ariaSnapshot()).replaceAll('\u00A0', ' ').split('\n');
  const said = aloud.map((line) => line.trim()).filter((line) => line !== '- listitem:' && !line.includes('/url'));
  expect(said).toEqual([
    `- 'list "Tue 2 Mar: 2 lessons"':`,
    '- button "Open 08:00–20:00 on Tue 2 Mar."',
    `- 'button "Away 16:00–17:00 on Tue 2 Mar: Dentist. Enter changes it."'`,
    '- link "Lesson on Tue 2 Mar, 09:00 Siti to 10:00, Confirmed.":',
    '- link "Lesson on Tue 2 Mar, 10:15 Siti to 11:15, Waiting for your answer.":',
    // Where a request would be met is not known before it is accepted.
    '- listitem: "Between lessons on Tue 2 Mar, 10:00–10:15: 15 min free."',
  ]);
  await expect(page.getByRole('list', { name: 'Wed 3 Mar: no lessons' })).toBeVisible();
  const lesson = page.getByRole('link', { name: /^Lesson on Tue 2 Mar, 09:00/ });
  await expect(lesson).toHaveAccessibleDescription(
    'Enter opens the lesson. Alt with an arrow key moves it: up and down by a quarter of an hour, left and right by a day.',
  );
  // What can't be moved promises no other keys.
  await expect(page.getByRole('link', { name: /^Lesson on Tue 2 Mar, 10:15/ })).toHaveAccessibleDescription(
    'Enter opens the lesson.',
  );
  const hours = page.getByRole('button', { name: 'Open 08:00–20:00 on Tue 2 Mar.' });
  await expect(hours).toHaveAccessibleDescription(
    'Enter changes these hours. Alt with up or down moves them, Shift with up or down moves their end.',
  );

  const news = page.getByRole('status');
  const told = (text: string) => expect(news.filter({ hasText: text })).toHaveCount(1);
  await lesson.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await told('Move to Wed 3 Mar 09:00–10:00. Enter to go on, Escape to leave it where it is.');
  await page.keyboard.press('Escape');
  await told('The lesson stays where it is.');
  await hours.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await told('08:00–20:15. Enter to go on, Escape to put it back.');
  await page.keyboard.press('Escape');
  await told('The hours stay as they are.');

  await lesson.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move the lesson with Siti' });
  await dialog.getByRole('button', { name: 'Move to this time' }).press('Enter');
  await expect(dialog).toBeHidden();
  await told('Moved to ');
  await expect(page.getByRole('link', { name: 'Lesson on Wed 3 Mar, 09:00 Siti to 10:00, Confirmed.' })).toBeFocused();
});
