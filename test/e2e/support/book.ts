import { expect, type Locator, type Page } from '@playwright/test';
import type { FoundInstructor } from './find-instructor.ts';
import { tabTo } from './keyboard.ts';

/** What the sign-in pages say of a time that a guest chose: held, or to be held once they are in where guests hold many already. */
export const chosenTime = /^Sign in to hold .+ with .+\.|^.+ with .+ is held for you until/;

/** So many days with free times are passed over before one is chosen. */
const daysAhead = 3;

/** The times on offer on the booking page. */
export function freeTimes(page: Page): Locator {
  return page.getByRole('button', { name: /^\d\d:\d\d/ });
}

/** The days with free times on the booking page. */
function freeDays(page: Page): Locator {
  return page.getByRole('radio', { name: /\d free times?$/ });
}

/**
 * Shows the times of a day some days after the first that has any: how far ahead that one lies depends on the hour, and a time of it may pass the
 * instructor's notice while a test runs.
 */
export async function showLaterDay(page: Page): Promise<void> {
  await freeDays(page).nth(daysAhead).check({ force: true });
}

/** The same by keys alone. */
export async function showLaterDayByKeys(page: Page): Promise<void> {
  // Tab leads to the shown day, which is the first.
  await tabTo(page, freeDays(page).first());
  for (let day = 0; day < daysAhead; day++) await page.keyboard.press('ArrowRight');
  await expect(freeDays(page).nth(daysAhead)).toBeChecked();
}

/** Opens an instructor's free times and chooses one of a later day. Leaves the page at pick-up and price. */
export async function chooseTime(page: Page, instructor: FoundInstructor, nth = 0): Promise<void> {
  await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
  await showLaterDay(page);
  await freeTimes(page).nth(nth).click();
  await sayWhoYouAre(page);
}

/** Answers what somebody who books for the first time is asked; nothing where that is known already. */
export async function sayWhoYouAre(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Where do you want to be picked up?' })).toBeVisible();
  const name = page.getByLabel('Your name');
  if (await name.isVisible()) await name.fill('Lim Jia Hui');
  const phone = page.getByLabel('Phone number');
  if (await phone.isVisible()) await phone.fill('+65 9123 4567');
  for (const label of [/^I am 18 or over/, /^I agree to the terms/]) {
    const box = page.getByLabel(label);
    if (await box.isVisible()) await box.check();
  }
}

/** Says where the lesson begins. */
export async function fillPickup(page: Page): Promise<void> {
  await sayWhoYouAre(page);
  await page.getByLabel('Pick-up place').fill('Bedok MRT, exit B');
  await page.getByLabel('Postal code').fill('460204');
}

/** Chooses a time, says the pick-up and holds it; leaves the page at the ways to pay. */
export async function holdTime(page: Page, instructor: FoundInstructor, nth = 0): Promise<void> {
  await chooseTime(page, instructor, nth);
  await fillPickup(page);
  await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
}

/** Pays a held time by card. */
export async function payByCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByRole('button', { name: /^Pay S\$/ }).click();
}

export const cards = { accepted: '4242424242424242', declined: '4000000000000002', extraStep: '4000000000003220' };
