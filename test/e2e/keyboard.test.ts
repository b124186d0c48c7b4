import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { cards, chosenTime, freeTimes, showLaterDayByKeys } from './support/book.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectToast } from './support/expect-toast.ts';
import { findInstructor } from './support/find-instructor.ts';
import { expectFocusKept, pressAt, tabTo, typeAt } from './support/keyboard.ts';
import { takenOver } from './support/settle.ts';
import { becomeNewLearner, demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

// No pointer in this file: every step is a key.
const tag = '@any-width';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** What a first booking asks, by keys. */
async function sayWhoAndWhere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Where do you want to be picked up?' })).toBeVisible();
  await expectFocusKept(page);
  await typeAt(page, page.getByLabel('Phone number'), '+65 9123 4567');
  await typeAt(page, page.getByLabel('Pick-up place'), 'Bedok MRT, exit B');
  await typeAt(page, page.getByLabel('Postal code'), '460204');
  await pressAt(page, page.getByLabel('I am 18 or over'), 'Space');
}

test('by keys alone an account is made and signed in to', { tag }, async ({ page }) => {
  const email = `keys-${crypto.randomUUID()}@learners.example`;
  await page.goto('/');
  await takenOver(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.goto('/register');
  await takenOver(page);
  await typeAt(page, field(page, 'Full Name'), 'Nurul Huda');
  await typeAt(page, field(page, 'Email'), email);
  await typeAt(page, field(page, 'Password'), 'long-enough');
  await typeAt(page, field(page, 'Confirm Password'), 'long-enougg');
  await pressAt(page, page.getByRole('checkbox', { name: /I agree/ }), 'Space');
  await pressAt(page, button(page, 'Create account'));
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await expectFocusKept(page);
  await page.reload();
  await takenOver(page);
  await typeAt(page, field(page, 'Full Name'), 'Nurul Huda');
  await typeAt(page, field(page, 'Email'), email);
  await typeAt(page, field(page, 'Password'), 'long-enough');
  await typeAt(page, field(page, 'Confirm Password'), 'long-enough');
  await pressAt(page, page.getByRole('checkbox', { name: /I agree/ }), 'Space');
  await pressAt(page, button(page, 'Create account'));
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(email);
  await typeAt(page, field(page, 'Password'), 'wrong-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectFocusKept(page);
  await field(page, 'Password').press('ControlOrMeta+a');
  await page.keyboard.type('long-enough');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expectFocusKept(page);
});

test('by keys alone a time is chosen, held and paid', { tag }, async ({ page }, testInfo) => {
  const instructor = await findInstructor(page, testInfo, 9);
  await becomeNewLearner(page);
  await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
  await showLaterDayByKeys(page);
  await pressAt(page, freeTimes(page).first());
  await sayWhoAndWhere(page);
  await pressAt(page, button(page, 'Hold this time for 15 minutes'));
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
  await expectFocusKept(page);
  await typeAt(page, page.getByLabel('Card number'), cards.declined);
  await pressAt(page, button(page, /^Pay S\$/));
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  // The news of it may be there before the call is answered, and until then the button waits.
  await expect(button(page, /^Pay S\$/)).toBeVisible();
  await expectFocusKept(page);
  await page.getByLabel('Card number').press('ControlOrMeta+a');
  await page.keyboard.type(cards.accepted);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeFocused();
});

test('by keys alone somebody comes from the start page over the search to a paid lesson', { tag }, async ({ page }) => {
  const email = `keys-${crypto.randomUUID()}@kerbside.example`;
  const { password } = demoLearner;
  const account = { email, password, passwordConfirm: password, name: 'Nurul Huda' };
  expect((await page.request.post('/api/collections/users/records', { data: account })).status()).toBe(200);
  await page.goto('/');
  await takenOver(page);
  await pressAt(page, button(page, /^Search \d+ instructors$/));
  const card = page.getByRole('article').nth(1);
  await expect(card).toBeVisible();
  const instructor = (await card.getByRole('heading').textContent()) ?? '';
  await pressAt(page, card.getByRole('link', { name: / with / }).last());
  await expect(page.getByText(chosenTime)).toContainText(instructor);
  await expect(field(page, 'Email')).toBeFocused();
  await pressAt(page, page.getByRole('link', { name: 'Sign in with a password' }));
  // Both pages have a field for it: the keys are for the one that is coming.
  await expect(page).toHaveURL('/login');
  await expect(page.locator('#main')).toBeFocused();
  await typeAt(page, field(page, 'Email'), email);
  await typeAt(page, field(page, 'Password'), password);
  await page.keyboard.press('Enter');
  await sayWhoAndWhere(page);
  await pressAt(page, page.getByRole('checkbox', { name: /^I agree/ }), 'Space');
  await pressAt(page, button(page, /^Hold this time|^Continue to payment$/));
  await expect(page.getByRole('timer', { name: 'Time left to pay' })).toBeVisible();
  await expectFocusKept(page);
  await typeAt(page, page.getByLabel('Card number'), cards.accepted);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^(Your lesson is booked|Paid\.)/ })).toBeFocused();
  await pressAt(page, page.getByRole('link', { name: `Message ${instructor}` }));
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible();
  await expectFocusKept(page);
});

test('by keys alone a message is written and sent', { tag }, async ({ page }, testInfo) => {
  const instructor = await findInstructor(page, testInfo, 10);
  await becomeNewLearner(page);
  await page.goto(`/dashboard/messages/new?instructor=${instructor.id}`);
  const text = page.getByRole('textbox', { name: /message/i });
  await typeAt(page, text, 'Do you teach on Sundays?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Do you teach on Sundays?')).toBeVisible();
  await expect(text).toBeFocused();
});

test('by keys alone a picture is cropped or not, and settings are chosen and saved', { tag }, async ({ page }) => {
  await signInAsNewLearner(page);
  // The browser is told to hand choosers over when the first is waited for, which a key must not overtake.
  const choosing = page.waitForEvent('filechooser');
  await page.goto('/dashboard/settings');
  const upload = page.getByLabel('Upload picture');
  await tabTo(page, upload);
  await page.keyboard.press('Enter');
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0f5c46' } })
    .png()
    .toBuffer();
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  await pressAt(page, dialog.getByRole('slider', { name: 'Zoom' }), 'ArrowRight');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(upload).toBeFocused();
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await pressAt(page, zone);
  await expect(page.getByRole('option', { name: 'UTC' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(zone).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'UTC' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('option').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(zone).toBeFocused();
  await expect(zone).not.toHaveText('UTC');
  const save = button(page, 'Save Changes');
  await pressAt(page, save);
  await expectToast(page, 'Settings saved');
  await expect(save).toBeFocused();
  await page.goto('/dashboard/notifications');
  const marketing = page.getByRole('switch', { name: 'Marketing' });
  await pressAt(page, marketing, 'Space');
  await expect(marketing).toBeChecked();
  await expect(marketing).toBeFocused();
});

test('by keys alone an instructor gives hours away and takes them back', { tag }, async ({ page }) => {
  await signInAsNewInstructor(page, '/dashboard/schedule');
  const week = page.getByRole('region', { name: 'Weekly hours' });
  await pressAt(page, week.getByRole('button', { name: 'Open these hours' }));
  const remove = week.getByRole('button', { name: /^Remove / });
  await expect(remove).toHaveCount(1);
  await expectFocusKept(page);
  await week.getByRole('combobox').first().focus();
  await page.keyboard.press('Shift+Tab');
  await expect(week.getByRole('button', { name: 'Copy a day to other days' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expectFocusKept(page);
});

test('by keys alone an admin looks at an account and leaves the dialog again', { tag }, async ({ page }) => {
  await signIn(page, demoAccounts.admin, '/dashboard/users?q=mei%40kerbside');
  const menu = button(page, 'Actions for Mei Ling Tan');
  // As on a slow phone, where what fades is still there when the next key is pressed.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0.05 });
  for (const item of ['View Details', 'Edit User', 'Delete User']) {
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    const entry = page.getByRole('menuitem', { name: item });
    // The menu takes the focus once it is there; keys pressed before would be the button's.
    await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toHaveCount(1);
    for (let step = 0; step < 3 && !(await entry.evaluate((one) => one === document.activeElement)); step++) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    for (let step = 0; step < 12; step++) await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(menu).toBeFocused();
    await page.keyboard.press('Shift+Tab');
  }
});
