import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectInLowWindow } from './support/expect-in-low-window.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { expectToast } from './support/expect-toast.ts';
import { openHours, openTuesdays, tuesday, tuesdayColumn } from './support/schedule-day.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

/** The buttons and fields of a window, in their words, that a message at the edge covers. Runs in the page. */
function findCoveredButtons(window: Element): string[] {
  const messages = [...document.querySelectorAll('.toasts > *')].map((message) => message.getBoundingClientRect());
  const { top: from } = window.getBoundingClientRect();
  return [...window.querySelectorAll('button, input')]
    .filter((part) => {
      const box = part.getBoundingClientRect();
      // What is scrolled away lies under the edge of its window, not under a message.
      if (box.bottom <= from) return false;
      return messages.some(
        ({ left, right, top, bottom }) =>
          box.left < right && box.right > left && Math.max(box.top, from) < bottom && box.bottom > top,
      );
    })
    .map((part) => part.getAttribute('aria-label') ?? part.textContent ?? '');
}

test('hours are opened and changed without a pointer, for one date or every week', async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  await openTuesdays(page);
  await openHours(page, '09:00–12:00').focus();
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
  await expect(openHours(page, '09:15–12:30')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Usual hours again on Tue 2 Mar' })).toBeVisible();
  await page.goto('/dashboard/schedule?view=day&date=2027-03-09');
  await expect(page.getByRole('button', { name: 'Open 09:00–12:00' })).toBeVisible();
  await page.goto(tuesday);
  await page.getByRole('button', { name: 'Usual hours again on Tue 2 Mar' }).click();
  await expect(openHours(page, '09:00–12:00')).toBeVisible();
});

test('hours are closed for every week, and opened again by the way back; some are blocked in two taps', {
  tag: '@any-width',
}, async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  await openTuesdays(page);
  // The toast of the opening is gone then: there is one way back.
  await page.reload();
  await openHours(page, '09:00–12:00').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close these hours' }).click();
  await expect(openHours(page, '09:00–12:00')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(openHours(page, '09:00–12:00')).toBeVisible();
  await page.getByRole('button', { name: 'Block time' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).tap();
  const away = tuesdayColumn(page).getByRole('button', { name: /^Away 09:00–10:00/ });
  await expect(away).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(away).toHaveCount(0);
});

// A finger scrolls the calendar; it has the buttons.
test('hours are drawn with a mouse, their edges dragged, and dragged as a whole at their left side', {
  tag: '@wide-only',
}, async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  // From 7 to 21 o'clock, as an empty day is shown; asked anew each time, as the page may be scrolled.
  const moveTo = async (hour: number, offset = 0, fromLeft?: number) => {
    const box = await tuesdayColumn(page).boundingBox();
    if (!box) throw new Error('The day is not drawn.');
    const y = box.y + ((hour - 7) / 14) * box.height + offset;
    await page.mouse.move(box.x + (fromLeft ?? box.width / 2), y, { steps: 4 });
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
  await expect(openHours(page, '08:00–11:00')).toBeVisible();
  await moveTo(11, -3);
  await page.mouse.down();
  await moveTo(12.5);
  await page.mouse.up();
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('12:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(openHours(page, '08:00–12:30')).toBeVisible();
  await expect(dialog).toBeHidden();
  await moveTo(9, 0, 6);
  await page.mouse.down();
  await moveTo(15, 0, 6);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page.getByText('The hours stay as they are.')).toBeAttached();
  await expect(dialog).toBeHidden();
  await moveTo(9, 0, 6);
  await page.mouse.down();
  await moveTo(10, 0, 6);
  await page.mouse.up();
  await expect(dialog.getByLabel('From')).toHaveValue('09:00');
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('13:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(openHours(page, '09:00–13:30')).toBeVisible();
  await expect(openHours(page, '08:00–12:30')).toHaveCount(0);
  await expect(dialog).toBeHidden();
  await moveTo(10);
  await page.mouse.down();
  await moveTo(11);
  await page.mouse.up();
  await expect(dialog.getByLabel('I am away then')).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(tuesdayColumn(page).getByRole('button', { name: 'Away 10:00–11:00' })).toBeVisible();
});

test('time off is taken, changed and given back; what is wrong is said at its field @any-width', async ({ page }) => {
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
  const away = tuesdayColumn(page).getByRole('button', { name: /^Away/ });
  await away.click();
  await dialog.getByLabel('Reason').fill('Another car');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Another car', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('Car service', { exact: true })).toBeVisible();
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

test('hours join those beside them, are split by a break and copied to other days, and are put back', {
  tag: '@any-width',
}, async ({ page }) => {
  await signInAsNewInstructor(page, tuesday);
  await openTuesdays(page);
  const add = page.getByRole('button', { name: 'Add hours or time away on Tue 2 Mar' });
  const dialog = page.getByRole('dialog');
  await add.click();
  await dialog.getByLabel('From', { exact: true }).fill('12:00');
  await dialog.getByLabel('To', { exact: true }).fill('18:00');
  await dialog.getByLabel('Every Tuesday').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(openHours(page, '09:00–18:00')).toBeVisible();
  await expect(tuesdayColumn(page).getByRole('button', { name: /^Open/ })).toHaveCount(1);
  // The message of what was saved stays, as under a pointer, while the next window opens.
  await page.locator('.toasts').dispatchEvent('pointermove');
  await openHours(page, '09:00–18:00').click();
  await dialog.getByRole('button', { name: 'Add a break' }).click();
  await dialog.evaluate((window) => window.scrollTo(0, 0));
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.toasts button', { hasText: 'Undo' }).last()).toBeVisible();
  expect(await dialog.evaluate(findCoveredButtons)).toEqual([]);
  await dialog.getByLabel('Break to').fill('18:00');
  await dialog.getByLabel('Thursday').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The break must be inside the hours, with time before and after it.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Break to').fill('13:00');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(openHours(page, '09:00–12:00')).toBeVisible();
  await expect(openHours(page, '13:00–18:00')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Thursday 13:00 to 18:00' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(openHours(page, '09:00–18:00')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove Thursday/ })).toHaveCount(0);
});

test('a whole day is copied to others, in place of what they had, after a look at what changes; and put back', async ({
  page,
}) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard/schedule');
  const superuser = await asSuperuser(page);
  const open = (weekday: number, startMinute: number, endMinute: number) =>
    superuser.create('availability_rules', { instructor, weekday, startMinute, endMinute });
  for (const weekday of [1, 4]) {
    await open(weekday, 540, 720);
    await open(weekday, 780, 1080);
  }
  await open(3, 600, 1200);
  await page.reload();
  await page.getByRole('button', { name: 'Copy a day to other days' }).click();
  const dialog = page.getByRole('dialog');
  const changes = dialog.getByRole('list', { name: 'What changes' }).getByRole('listitem');
  await expect(dialog.getByLabel('Copy', { exact: true })).toHaveText('Monday, 09:00–12:00, 13:00–18:00');
  await dialog.getByLabel('Thursday').check();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one day whose hours would change.');
  await dialog.getByLabel('Tuesday').check();
  await dialog.getByLabel('Wednesday').check();
  await expect(changes).toHaveText([
    'Tuesday closed → 09:00–12:00, 13:00–18:00',
    'Wednesday 10:00–20:00 → 09:00–12:00, 13:00–18:00',
    'Thursday has these hours already',
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectToast(page, 'Hours of Monday copied to Tuesday and Wednesday');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove (Tuesday|Wednesday)/ })).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: /^Remove Tuesday/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Remove Wednesday/ })).toHaveAccessibleName(
    'Remove Wednesday 10:00 to 20:00',
  );
});

test('the other hours of a week are copied to later weeks after a look at what changes, and put back', async ({
  page,
}) => {
  const instructor = await signInAsNewInstructor(page, tuesday);
  await openTuesdays(page);
  const superuser = await asSuperuser(page);
  const windows = [{ startMinute: 840, endMinute: 1200 }];
  await superuser.create('availability_overrides', { instructor, date: '2027-03-02', windows });
  await superuser.create('availability_overrides', { instructor, date: '2027-03-04', windows });
  await page.reload();
  await page.getByRole('button', { name: 'Copy a week to later weeks' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Copy', { exact: true })).toHaveText('Week of Mon 1 Mar');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one week in which hours would change.');
  await dialog.getByLabel('Week of Mon 15 Mar').check();
  await expect(dialog.getByRole('list', { name: 'What changes' }).getByRole('listitem')).toHaveText([
    'Tue 16 Mar 09:00–12:00 → 14:00–20:00',
    'Thu 18 Mar closed → 14:00–20:00',
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectInLowWindow(page, dialog.getByRole('button', { name: 'Copy', exact: true }));
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectToast(page, 'Week of Mon 1 Mar copied to 1 later week');
  await expect(dialog).toBeHidden();
  const usual = (day: string) => page.getByRole('button', { name: `Usual hours again on ${day}` });
  await expect(usual('Tue 16 Mar')).toBeVisible();
  await expect(usual('Thu 18 Mar')).toBeVisible();
  // Taking it back fails half way, which the page shows, and goes on from there.
  let removals = 0;
  const refusal = { status: 400, json: { status: 400, message: 'Failed to delete record.', data: {} } };
  await page.route('**/api/collections/availability_overrides/records/*', (route) =>
    route.request().method() === 'DELETE' && ++removals === 2 ? route.fulfill(refusal) : route.fallback(),
  );
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.locator('.toasts')).toContainText('Your hours are not all back as they were.');
  await expect(usual('Thu 18 Mar')).toHaveCount(0);
  await expect(usual('Tue 16 Mar')).toBeVisible();
  await page.locator('.toasts').getByRole('button', { name: 'Put back the rest' }).click();
  await expect(usual('Tue 16 Mar')).toHaveCount(0);
  await expect(usual('Tue 2 Mar')).toBeVisible();
});

test('a week that is half over is copied with the days that are over', { tag: '@any-width' }, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, tuesday);
  const superuser = await asSuperuser(page);
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Singapore' });
  const daysOver = (new Date(today).getUTCDay() + 6) % 7;
  const monday = new Date(Date.parse(today) - daysOver * 86_400_000).toISOString().slice(0, 10);
  const windows = [{ startMinute: 840, endMinute: 1200 }];
  await superuser.create('availability_overrides', { instructor, date: monday, windows });
  await page.reload();
  await page.getByRole('button', { name: 'Copy a week to later weeks' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(/^Week of/)
    .first()
    .check();
  await expect(dialog.getByRole('list', { name: 'What changes' }).getByRole('listitem')).toHaveText([
    /^Mon .* closed → 14:00–20:00$/,
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The list below is of what is to come alone.
  await expect(page.getByRole('button', { name: /^Usual hours again on/ })).toHaveCount(daysOver === 0 ? 1 : 0);
});

test('a copy that failed half way is put back before it can be tried again', {
  tag: '@any-width',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, tuesday);
  const superuser = await asSuperuser(page);
  const windows = [{ startMinute: 840, endMinute: 1200 }];
  for (const date of ['2027-03-02', '2027-03-04', '2027-03-11'])
    await superuser.create('availability_overrides', { instructor, date, windows });
  await page.reload();
  await page.getByRole('button', { name: 'Copy a week to later weeks' }).click();
  const dialog = page.getByRole('dialog');
  // Of the first of these weeks only the Tuesday changes, of the second both days.
  await dialog.getByLabel('Week of Mon 8 Mar').check();
  await dialog.getByLabel('Week of Mon 15 Mar').check();
  // Another week that is copied to them leaves them chosen.
  const copied = dialog.getByLabel('Copy', { exact: true });
  for (const week of ['Week of Mon 8 Mar', 'Week of Mon 1 Mar']) {
    await copied.click();
    await page.getByRole('option', { name: week }).click();
    await expect(copied).toHaveText(week);
    await expect(dialog.getByLabel('Week of Mon 15 Mar')).toBeChecked();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(week === 'Week of Mon 8 Mar' ? 1 : 2);
  }
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/api/collections/availability_overrides/records{,/*}', async (route) => {
    const request = route.request();
    if (request.method() === 'DELETE') await isLetThrough;
    const isLast = request.method() === 'POST' && request.postDataJSON().date === '2027-03-18';
    await (isLast ? route.abort() : route.fallback());
  });
  const isPuttingBack = page.waitForRequest((request) => request.method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await isPuttingBack;
  await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  letThrough();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/collections/availability_overrides/records{,/*}');
  const changes = dialog.getByRole('list', { name: 'What changes' }).getByRole('listitem');
  await expect(changes.filter({ hasText: 'already' })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectToast(page, 'Week of Mon 1 Mar copied to 2 later weeks');
  await expect(page.getByRole('button', { name: /^Usual hours again on/ })).toHaveCount(6);
});
