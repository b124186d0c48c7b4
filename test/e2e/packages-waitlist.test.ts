import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { cards, fillPickup, freeTimes, payByCard, showLaterDay } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectInLowWindow } from './support/expect-in-low-window.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { becomeNewLearner, demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

const tag = '@any-width';
const dayMs = 86_400_000;

/** Opens an instructor's diary, whom no other test meets, and lists them. */
async function list(page: Page, instructor: string, days: readonly number[], endMinute = 660): Promise<void> {
  const root = await asSuperuser(page);
  for (const weekday of days) {
    await root.create('availability_rules', { instructor, weekday, startMinute: 600, endMinute });
  }
  await root.update('instructors', instructor, { status: 'listed', instantBooking: true });
}

async function expectGood(page: Page, part?: string): Promise<void> {
  await expectAccessible(page, part);
  await expectNoSidewaysScroll(page);
}

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : undefined;

test('an empty search: what was looked for is waited for by two clicks', { tag: '@any-width' }, async ({ page }) => {
  await becomeNewLearner(page);
  await page.goto('/instructors?licenceClass=3A&area=Bedok&q=nobody-has-this-name');
  await page.getByRole('link', { name: 'Tell me when a time is free' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when a time is free' });
  await expectInLowWindow(page, dialog.getByRole('button', { name: 'Tell me' }));
  await dialog.getByRole('button', { name: 'Tell me' }).click();
  await expect(dialog).toBeHidden();
  const entry = page.getByRole('listitem').filter({ hasText: 'Class 3A in Bedok' });
  await expect(entry).toContainText('Bedok');
});

test('a full week: told when a time is free, a learner looks at the offer, books and pays it', {
  tag,
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard/packages');
  const root = await asSuperuser(page);
  const start = new Date(Math.ceil(Date.now() / dayMs) * dayMs + 3 * dayMs + 2 * 3_600_000);
  await list(page, instructor, [start.getUTCDay()]);
  const others = await becomeNewLearner(page, 'Tan Wei Ming');
  const taken = await root.create('lessons', {
    ...{ instructor, learner: others.record.id, start: start.toISOString(), durationMinutes: 60 },
  });
  // The weeks after that one have times of their own: only this one is full.
  for (let week = 1; week < 9; week++) {
    const from = start.getTime() + week * 7 * dayMs;
    await root.create('time_off', {
      instructor,
      start: new Date(from).toISOString(),
      end: new Date(from + 3_600_000).toISOString(),
    });
  }
  await becomeNewLearner(page);
  await page.goto(`/instructors/${instructor}`);
  await page.getByRole('link', { name: 'Tell me when' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell me when a time is free' });
  await expect(dialog).toContainText('Times with Ismail bin Omar');
  await dialog.getByRole('checkbox', { name: 'weekday mornings' }).check();
  await dialog.getByRole('checkbox', { name: 'weekends' }).check();
  await expectGood(page, '[role=dialog]');
  await shot(page, 'wait-dialog');
  await dialog.getByRole('button', { name: 'Tell me' }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Class 3A with Ismail bin Omar' });
  await expect(entry).toContainText(/weekday mornings and weekends/);
  await entry.getByRole('button', { name: 'Pause' }).click();
  await expect(entry).toContainText('Paused');
  await entry.getByRole('button', { name: 'Keep waiting' }).click();
  await expect(entry.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expectGood(page);

  await root.update('lessons', taken.id, { status: 'cancelled_by_instructor' });
  const offers = page.getByRole('region', { name: 'Offered to you now' });
  await expect(offers.getByRole('timer')).toHaveText(/^(20|19):\d\d$/);
  await shot(page, 'waitlist');
  await offers.getByRole('link', { name: 'Look at it' }).click();
  await expect(page.getByRole('link', { name: 'Book this time' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('S$66.00');
  await expectGood(page);
  await shot(page, 'offer');
  await page.getByRole('link', { name: 'Book this time' }).click();
  await fillPickup(page);
  await page.getByRole('button', { name: /^Hold this time for/ }).click();
  await payByCard(page, cards.accepted);
  await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();
  await page.goto('/dashboard/waitlist');
  await expect(page.getByText('You are not waiting for a time')).toBeVisible();
});

test('an instructor sells hours, a learner buys them, pays a lesson with them and gives the rest back', {
  tag,
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard/earnings');
  await list(page, instructor, [0, 1, 2, 3, 4, 5, 6], 780);
  await page.getByRole('link', { name: 'Packages you sell' }).click();
  const form = page.getByRole('form', { name: '5 hours' });
  await form.getByRole('checkbox', { name: 'Sell this package' }).check();
  await form.getByLabel('Discount in percent').fill('10');
  await expect(form).toContainText('Learners pay S$297.00 instead of S$330.00.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Saved. Learners see it on your page at once.');
  await expectGood(page);
  await shot(page, 'sell');

  await becomeNewLearner(page, 'Nur Aisyah');
  await page.goto(`/instructors/${instructor}`);
  await expect(page.getByRole('list', { name: 'Packages' })).toContainText(/S\$297\.00, 10% less/);
  await shot(page, 'instructor');
  await page.getByRole('link', { name: 'Buy 5 hours in advance' }).click();
  await expectGood(page);
  await shot(page, 'buy');
  await page.getByRole('button', { name: 'Buy for S$297.00' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectGood(page);
  await shot(page, 'pay-package');
  await payByCard(page, cards.declined);
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/The price is kept/);
  await payByCard(page, cards.accepted);
  await expect(page.getByText('5 hours with Ismail bin Omar are yours')).toBeVisible();

  await page.getByRole('link', { name: 'Book with it' }).click();
  await page.getByText('1 hour', { exact: true }).click();
  await showLaterDay(page);
  await freeTimes(page).first().click();
  await fillPickup(page);
  await page.getByRole('button', { name: /^Hold this time for/ }).click();
  await expectGood(page);
  await shot(page, 'pay-minutes');
  await page.getByRole('button', { name: /^Pay with 1 hour of your package/ }).click();
  await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('Paid with your package');
  const lesson = new URL(page.url()).pathname;

  await page.goto('/dashboard/packages');
  await expect(page.getByText('4 hours left', { exact: true })).toBeVisible();
  await expectGood(page);
  await shot(page, 'packages');
  await page.getByRole('button', { name: 'Return the rest' }).click();
  // S$297.00 less one used hour at S$66.00.
  await expect(page.getByRole('dialog')).toContainText('You get S$231.00 back');
  await expectAccessible(page, '[role=dialog]');
  await page.getByRole('button', { name: 'Return for S$231.00' }).click();
  await expect(page.getByText('S$231.00 is on its way back to you.', { exact: true })).toBeVisible();
  await expect(page.getByText('You have no package')).toBeVisible();
  await expect(page.getByRole('region', { name: 'All you bought' })).toContainText('Refunded');

  await page.goto(lesson);
  await page.getByRole('button', { name: 'Cancel the lesson' }).click();
  await expect(page.getByRole('dialog')).toContainText('You get S$66.00 back the way you paid.');
  await expect(page.getByRole('dialog')).toContainText(
    'S$6.60 of it is the discount that was kept for these minutes when your package ended.',
  );
  await expectAccessible(page, '[role=dialog]');

  await signIn(page, demoAccounts.admin, '/dashboard/billing');
  const sold = page.getByRole('region', { name: 'Packages sold' });
  await expect(sold).toContainText('Nur Aisyah, with Ismail bin Omar');
  await expectGood(page);
});
