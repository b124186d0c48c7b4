import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

test('a calendar kept elsewhere is added, says how it is read, and removed after a question', {
  tag: '@any-width',
}, async ({ page }) => {
  await signInAsNewInstructor(page, '/dashboard/schedule');
  const card = page.getByRole('region', { name: 'Calendars you keep elsewhere' });
  const add = card.getByRole('button', { name: 'Add the calendar' });
  await add.click();
  await expect(card.getByText('Give the calendar a name.')).toBeVisible();
  await expect(card.getByText('Enter an address or choose a file.')).toBeVisible();
  await card.getByLabel('Name').fill('Family');
  await card.getByLabel('Address').fill('ftp://calendar.example/family.ics');
  await add.click();
  await expect(card.getByLabel('Address')).toHaveAccessibleDescription(/https/);
  await expect(card.getByLabel('Address')).toHaveValue('ftp://calendar.example/family.ics');
  await card.getByLabel('Address').fill('https://calendar.example/family.ics');
  await add.click();
  const line = card.getByRole('listitem').filter({ hasText: 'Family' });
  await expect(line.getByText('calendar.example')).toBeVisible();
  await expect(card.getByLabel('Address')).toHaveValue('');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await line.getByRole('button', { name: /^Remove.*Family/ }).click();
  const question = page.getByRole('dialog');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(line).toHaveCount(0);
  await expect(question).toHaveCount(0);
  // Its button is gone with it.
  await expect(page.getByRole('heading', { name: 'Calendars you keep elsewhere' })).toBeFocused();
});

test('a calendar is sent as a file, asks about what it leaves open, and is replaced', { tag: '@any-width' }, async ({
  page,
}) => {
  await signInAsNewInstructor(page, '/dashboard/schedule');
  const card = page.getByRole('region', { name: 'Calendars you keep elsewhere' });
  const file = (...lines: string[]) => ({
    name: 'work.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')),
  });
  await card.getByLabel('Name').fill('Work');
  await card
    .getByLabel('File')
    .setInputFiles(file('DTSTART:20991201T020000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'));
  await card.getByRole('button', { name: 'Add the calendar' }).click();
  const line = card.getByRole('listitem').filter({ hasText: 'from a file' });
  await expect(line.getByText('1 entry could not be read. Are you busy then?')).toBeVisible();
  await expect(line.getByText('Line 5: it repeats in a way we cannot follow. It begins')).toBeVisible();
  await expect(line.getByText('Last read')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await line.getByLabel('Replace the file: Work').setInputFiles(file('DTSTART:20991201T020000Z', 'DURATION:PT1H'));
  await expectToast(page, 'The file is read.');
  await expect(line.getByText('could not be read')).toHaveCount(0);
});

test('a listed instructor pauses, is told what stays, and comes back; other settings say before what learners get', {
  tag: '@any-width',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard/teach');
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed', verifiedAt: '2026-01-01 00:00:00.000Z' });
  await root.create('availability_rules', { instructor, weekday: 2, startMinute: 540, endMinute: 1080 });
  await page.reload();
  const part = page.getByRole('region', { name: 'Take a break' });
  await part.getByRole('button', { name: 'Pause my profile' }).click();
  const question = page.getByRole('dialog', { name: 'Pause your profile?' });
  await expect(question.getByText(/You have no lessons ahead\.$/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Pause my profile' }).click();
  await expect(part.getByText(/^Learners then find you again and see \d+ free times/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await part.getByRole('button', { name: 'Let learners find me again' }).click();
  await expect(part.getByRole('button', { name: 'Pause my profile' })).toBeVisible();

  // Other settings say what they come to before they are saved.
  await page.goto('/dashboard/teach?step=areas');
  const seen = page.getByRole('region', { name: 'What learners see' });
  await expect(seen.getByText('Learners who search in Bedok find you.')).toBeVisible();
  await page.getByText('Choose from a list').click();
  await page.getByLabel('Find an area').fill('tampines');
  await page.getByRole('checkbox', { name: 'Tampines' }).check();
  await expect(seen.getByText('Learners who search in any of these 2 areas find you.')).toBeVisible();
  await page.getByLabel('Find an area').fill('bedok');
  await page.getByRole('checkbox', { name: 'Bedok' }).uncheck();
  await expect(seen.getByText('Learners who search in Bedok no longer find you.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard/teach?step=booking');
  await expect(seen.getByText(/With your saved settings they see \d+\./)).toBeVisible();
  await page.getByLabel(/^I confirm each booking by hand/).check();
  await expect(seen.getByText(/waits for your answer: 12 hours at most, or 3 hours if/)).toBeVisible();
  await page.getByLabel('Lessons a week at most').click();
  await page.getByRole('option', { name: '5 lessons', exact: true }).click();
  await expect(page.getByLabel('Lessons a week at most')).toHaveText('5 lessons');
});
