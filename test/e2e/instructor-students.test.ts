import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

const path = '/dashboard/students';

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

test('[191] students have lessons, hours, next lesson and skills, and each name leads to a page of theirs', async ({
  page,
}) => {
  await signIn(page, demoAccounts.instructor, `${path}?q=mei`);
  const table = page.getByRole('table', { name: 'Your students' });
  for (const name of ['Student', 'Lessons', 'Hours', 'Last lesson', 'Next lesson', 'Skills']) {
    await expect(table.getByRole('columnheader', { name, exact: true })).toHaveCount(1);
  }
  const mei = table.getByRole('row').filter({ hasText: 'Mei Ling Tan' });
  await expect(mei.getByText(/\d+ skills/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await mei.getByRole('link', { name: 'Mei Ling Tan' }).click();
  await expect(page).toHaveURL(/\/dashboard\/students\/[a-z0-9]{15}$/);
  await expect(page.getByRole('heading', { name: 'Mei Ling Tan' })).toBeVisible();
  const skills = page.getByRole('region', { name: 'Skills' });
  await expect(skills.getByRole('progressbar').first()).toBeVisible();
  await expect(skills.getByText(/level \d on \w{3} \d/).first()).toBeVisible();
  await page.getByLabel('Private notes').fill('Calm now. Next: parking.');
  await page.getByRole('button', { name: 'Save notes' }).click();
  await expectToast(page, 'Your notes are saved.');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF to print' }).click();
  expect((await saved).suggestedFilename()).toBe('kerbside-record-book.pdf');
  await page.getByRole('region', { name: 'Lessons' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dashboard\/lessons\/[a-z0-9]{15}$/);
});

test('an own learner is written down, booked, invited and paid up, without an account', {
  tag: '@any-width',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, path);
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed' });
  for (const weekday of [0, 1, 2, 3, 4, 5, 6]) {
    await root.create('availability_rules', { instructor, weekday, startMinute: 0, endMinute: 1440 });
  }
  await page.getByRole('button', { name: 'Add a learner of your own' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Siti');
  await dialog.getByLabel('Phone number').fill('9123 4567');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('heading', { name: 'Siti', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite by WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/6591234567\?text=Hello%20Siti.*join%2F/,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Nothing is written down of them yet, so they can be removed; what goes is said before.
  const removal = page.getByRole('region', { name: 'Remove Siti' });
  await expect(removal.getByText(/^Deletes the name, the phone number/)).toBeVisible();
  await page.getByRole('button', { name: 'Book a lesson' }).click();
  await dialog.getByLabel('Day').fill(dayFromNow(3));
  await dialog.getByLabel('Starts at').fill('10:00');
  await dialog.getByLabel('Pick-up').fill('Bedok MRT');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expectToast(page, /10:00.* is booked\./);
  await expect(page.getByRole('region', { name: 'Lessons' }).getByText('Confirmed')).toBeVisible();
  // A lesson ahead is none that was given, nor the beginning of anything.
  await expect(page.getByText(/^No lessons given yet\. Address/)).toBeVisible();
  await expect(removal.getByText(/^Siti can’t be removed: your record book has to keep/)).toBeVisible();
  await expect(removal.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await dialog.getByLabel('Amount in S$').fill('60');
  await dialog.getByLabel('PayNow').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Paid S$60.00 ahead')).toBeVisible();
  await page.getByRole('region', { name: 'Lessons' }).getByRole('link').click();
  await expect(page.getByText('with Siti')).toBeVisible();
  const [lesson = ''] = /[a-z0-9]{15}$/.exec(page.url()) ?? [];
  const inDays = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString();
  await root.update('lessons', lesson, { start: inDays(0) });
  await page.reload();
  await expect(page.getByLabel('Start code')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await root.update('lessons', lesson, { start: inDays(3) });
  // Somebody who was written down by mistake goes again.
  const wrong = await root.create('own_learners', { instructor, name: 'Nobody' });
  await page.goto(`${path}/${wrong.id}`);
  await page.getByRole('button', { name: 'Remove Nobody' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Nobody?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Nobody is removed.');
  await expect(page).toHaveURL(path);
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: 'Siti' })
      .getByText(/^first lesson on /),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nobody' })).toHaveCount(0);
});

test('they are searched, filtered and sorted in the address', { tag: '@any-width' }, async ({ page }) => {
  await signIn(page, demoAccounts.instructor, path);
  await page.getByLabel('Show').click();
  await page.getByRole('option', { name: 'Nothing booked' }).click();
  await expect(page).toHaveURL(`${path}?state=free`);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('mei ling tan');
  await expect(page.getByText('No student matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(page).toHaveURL(path);
  await page.getByLabel('Sort by').click();
  await page.getByRole('option', { name: 'Most hours' }).click();
  await expect(page).toHaveURL(`${path}?sort=-hours`);
});
