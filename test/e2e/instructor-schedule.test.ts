import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

const tuesday = '/dashboard/schedule?view=day&date=2027-03-02';
const day = (page: Page) => page.getByRole('list', { name: 'Tue 2 Mar' });
const open = (page: Page, hours: string) => day(page).getByRole('button', { name: `Open ${hours}` });

/** Opens 9 to 12 on Tuesdays by the form. */
async function openTuesdays(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add hours or time away on Tue 2 Mar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To', { exact: true }).fill('12:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(open(page, '09:00–12:00')).toBeVisible();
}

test('[190] [13.5] the schedule is a month, an agenda, a week or a day with real lessons and open hours', async ({
  page,
}) => {
  await signIn(page, demoAccounts.instructor, '/dashboard/schedule?view=day');
  const calendar = page.getByRole('region', { name: /^\w{3} \d+ \w{3} SGT/ });
  await expect(calendar.getByRole('link', { name: /Khadijah/ })).toBeVisible();
  await expect(calendar.getByRole('button', { name: /^Open \d\d:\d\d–\d\d:\d\d$/ }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Week' }).click();
  await expect(page).toHaveURL(/view=week&date=\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole('heading', { name: / to .* SGT/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const before = page.url();
  await page.getByRole('link', { name: 'Next week' }).click();
  await expect(page).not.toHaveURL(before);
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL('/dashboard/schedule?view=week');
  const views = page.getByRole('navigation', { name: 'View' });
  await views.getByRole('link', { name: 'Agenda' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(14);
  await views.getByRole('link', { name: 'Month' }).click();
  await expect(page.getByRole('link', { name: /^\w{3} \d+ \w{3}.*lesson/ }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /, today/ }).click();
  await expect(page).toHaveURL(/view=day&date=\d{4}-\d\d-\d\d$/);
});

test('[13.5] an own learner is booked from the schedule, and the calendar of a phone gets a secret address', {
  tag: '@any-width',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, tuesday);
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed', horizonDays: 400 });
  await root.create('availability_rules', { instructor, weekday: 2, startMinute: 0, endMinute: 1440 });
  await root.create('own_learners', { instructor, name: 'Siti' });
  await page.reload();
  await page.getByRole('button', { name: 'Book a learner of your own' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Day')).toHaveValue('2027-03-02');
  await dialog.getByRole('button', { name: 'Book' }).click();
  await expect(day(page).getByRole('link', { name: /09:00 Siti to 10:00,.*Confirmed/ })).toBeVisible();
  await page.getByRole('button', { name: 'Make an address' }).click();
  const address = page.getByText(/\/api\/marketplace\/calendar\/\w{40}\.ics$/);
  await expect(address).toBeVisible();
  await expectAccessible(page);
  const path = new URL((await address.textContent()) ?? '').pathname;
  expect(await (await page.request.get(path)).text()).toContain('Driving lesson with Siti');
  await page.getByRole('button', { name: 'End the address' }).click();
  await expect(address).toHaveCount(0);
  expect((await page.request.get(path)).status()).toBe(404);
});

test('hours are opened and changed without a pointer, for one date or every week', async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  await openTuesdays(page);
  await open(page, '09:00–12:00').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('09:15–12:30. Enter to go on, Escape to put it back.')).toBeAttached();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('From')).toHaveValue('09:15');
  await expectAccessible(page);
  await dialog.getByLabel('Only on Tue 2 Mar').check();
  await dialog.getByLabel('To', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(open(page, '09:15–12:30')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Usual hours again on Tue 2 Mar' })).toBeVisible();
  await page.goto('/dashboard/schedule?view=day&date=2027-03-09');
  await expect(page.getByRole('button', { name: 'Open 09:00–12:00' })).toBeVisible();
  await page.goto(tuesday);
  await page.getByRole('button', { name: 'Usual hours again on Tue 2 Mar' }).click();
  await expect(open(page, '09:00–12:00')).toBeVisible();
});

test('hours are closed for every week, and opened again by the way back', { tag: '@any-width' }, async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  await openTuesdays(page);
  // The toast of the opening is gone then: there is one way back.
  await page.reload();
  await open(page, '09:00–12:00').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close these hours' }).click();
  await expect(open(page, '09:00–12:00')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(open(page, '09:00–12:00')).toBeVisible();
});

test('hours are drawn with a mouse, and their edges dragged', async ({ page, isMobile }) => {
  test.skip(isMobile, 'A finger scrolls the calendar; it has the buttons.');
  await signInAsNewInstructor(page, tuesday);
  // From 7 to 21 o'clock, as an empty day is shown; asked anew each time, as the page may be scrolled.
  const moveTo = async (hour: number, offset = 0) => {
    const box = await day(page).boundingBox();
    if (!box) throw new Error('The day is not drawn.');
    const y = box.y + ((hour - 7) / 14) * box.height + offset;
    await page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
  };
  await moveTo(8);
  await page.mouse.down();
  await moveTo(9);
  await moveTo(11);
  await page.mouse.up();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('From')).toHaveValue('08:00');
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('11:00');
  await expect(dialog.getByLabel('Every Tuesday')).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(open(page, '08:00–11:00')).toBeVisible();
  await moveTo(11, -3);
  await page.mouse.down();
  await moveTo(12.5);
  await page.mouse.up();
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('12:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(open(page, '08:00–12:30')).toBeVisible();
  await expect(dialog).toBeHidden();
  await moveTo(9);
  await page.mouse.down();
  await moveTo(10);
  await page.mouse.up();
  await expect(dialog.getByLabel('I am away then')).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(day(page).getByRole('button', { name: 'Away 09:00–10:00' })).toBeVisible();
});

test('time off is taken, changed and given back; what is wrong is said at its field', async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  await expect(page.getByText('Nothing. Every week follows your weekly hours.')).toBeVisible();
  await page.getByRole('button', { name: 'Take time off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First day').fill('2027-03-02');
  await dialog.getByLabel('Last day').fill('2027-03-01');
  await dialog.getByLabel('Reason').fill('Car service');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The end must be after the start.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Last day').fill('2027-03-03');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Car service', { exact: true })).toBeVisible();
  const away = day(page).getByRole('button', { name: /^Away/ });
  await away.click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(away).toHaveCount(0);
});

test('a failure keeps what was chosen', { tag: '@any-width' }, async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  await page.route('**/api/collections/availability_rules/records', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Add hours or time away on Tue 2 Mar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To', { exact: true }).fill('10:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('10:30');
});
