import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { tuesday, tuesdayColumn } from './support/schedule-day.ts';
import { demoAccounts, signIn } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';

test('[190] the schedule is a month, an agenda, a week or a day with real lessons and open hours', async ({ page }) => {
  await signIn(page, demoAccounts.instructor, '/dashboard/schedule?view=day');
  const calendar = page.getByRole('region', { name: /^\w{3} \d+ \w{3} SGT/ });
  await expect(calendar.getByRole('link', { name: /Khadijah/ })).toBeVisible();
  await expect(
    calendar.getByRole('button', { name: /^Open \d\d:\d\d–\d\d:\d\d on \w+ \d+ \w+\.$/ }).first(),
  ).toBeVisible();
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
  await page.getByRole('main').getByRole('link', { name: 'Today' }).click();
  await expect(page).toHaveURL('/dashboard/schedule?view=week');
  const views = page.getByRole('navigation', { name: 'View' });
  await views.getByRole('link', { name: 'Agenda' }).click();
  await expect(page.getByRole('heading', { level: 3, name: /^\w{3} \d+ \w{3}/ })).toHaveCount(14);
  await views.getByRole('link', { name: 'Month' }).click();
  await expect(page.getByRole('link', { name: /^\w{3} \d+ \w{3}.*lesson/ }).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: /, today/ }).click();
  await expect(page).toHaveURL(/view=day&date=\d{4}-\d\d-\d\d$/);
});

test('an own learner is booked from the schedule, and the calendar of a phone gets a secret address', {
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
  await expect(tuesdayColumn(page).getByRole('link', { name: /09:00 Siti to 10:00,.*Confirmed/ })).toBeVisible();
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

// A finger scrolls the calendar; the lesson’s page moves it.
test('a lesson is moved with a mouse or by keys after a question, and put back; time off over lessons names them', {
  tag: '@wide-only',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard/schedule?view=week&date=2027-03-02');
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed', horizonDays: 400, slotStepMinutes: 15 });
  for (const weekday of [1, 2, 3]) {
    await root.create('availability_rules', { instructor, weekday, startMinute: 480, endMinute: 1200 });
  }
  const account = { email: `siti-${instructor}@kerbside.example`, password: 'learner-password' };
  const { id: learner } = await root.create('users', { ...account, passwordConfirm: account.password, name: 'Siti' });
  const booked = {
    instructor,
    learner,
    durationMinutes: 60,
    status: 'confirmed',
    pickup: 'At the gate',
    contactsUntil: '2027-04-01',
  };
  await root.create('lessons', { ...booked, start: '2027-03-02T01:00:00Z', postalCode: '460123' });
  await root.create('lessons', { ...booked, start: '2027-03-02T02:15:00Z', postalCode: '640456' });
  await page.reload();
  const lesson = (on: string, at: string) =>
    page.getByRole('list', { name: on }).getByRole('link', { name: new RegExp(at) });
  await expect(lesson('Tue 2 Mar', '09:00 Siti')).toBeVisible();
  await expect(page.getByText(/Only 15\smin for a drive of about \d+\smin/)).toBeAttached();
  const from = await lesson('Tue 2 Mar', '09:00 Siti').boundingBox();
  const to = await page.getByRole('list', { name: 'Wed 3 Mar' }).boundingBox();
  if (!from || !to) throw new Error('The week is not drawn.');
  const dialog = page.getByRole('dialog', { name: 'Move the lesson with Siti' });
  const ghost = page.locator('[data-days] > [aria-hidden]').last();
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  // A quick hand: off the lesson with the first move. Escape leaves it where it is.
  await page.mouse.move(to.x + 20, from.y + 10 + 104);
  await expect(ghost).toHaveText('Wed 3 Mar 11:00–12:00');
  await page.keyboard.press('Escape');
  await expect(ghost).toBeHidden();
  await page.mouse.up();
  await expect(page.getByText('The lesson stays where it is.')).toBeAttached();
  await expect(dialog).toBeHidden();
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, from.y + 10 + 52, { steps: 8 });
  await page.mouse.up();
  await expect(dialog.getByText(/To Wed 3 Mar.*10:00/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move to this time' }).click();
  await expect(dialog).toBeHidden();
  await expect(lesson('Wed 3 Mar', '10:00 Siti')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lesson('Tue 2 Mar', '09:00 Siti')).toBeVisible();
  await lesson('Tue 2 Mar', '09:00 Siti').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(
    page.getByText('Move to Mon 1 Mar 08:45–09:45. Enter to go on, Escape to leave it where it is.'),
  ).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Move to Mon/)).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/To Tue 2 Mar.*09:15/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Move to this time' }).click();
  // It would overlap the next one: refused as a new lesson is, and nothing has moved.
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await expect(lesson('Tue 2 Mar', '09:00 Siti')).toBeVisible();
  // Moved twice, the other one could not be put back: there is no way back to promise.
  for (const [key, at, isLast] of [
    ['ArrowDown', '10:30', false],
    ['ArrowUp', '10:15', true],
  ] as const) {
    // What the move before offered is gone then.
    await page.reload();
    await lesson('Tue 2 Mar', 'Siti').last().focus();
    await page.keyboard.press(`Alt+${key}`);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Move to this time' }).click();
    await expect(dialog).toBeHidden();
    await expect(lesson('Tue 2 Mar', `${at} Siti`)).toBeVisible();
    await expect(page.getByText(new RegExp(`Moved to.*${at}`)).first()).toBeVisible();
    // Looked at once: waited for, any message goes by itself.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(isLast ? 0 : 1);
  }
  // Time off over them names both, and leaves them.
  await page.getByRole('button', { name: 'Take time off' }).click();
  await page.getByRole('dialog').getByLabel('First day').fill('2027-03-02');
  await page.getByRole('dialog').getByLabel('Last day').fill('2027-03-02');
  await expect(page.getByRole('dialog').getByText(/^2 lessons are in this time/)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link', { name: /Siti/ })).toHaveCount(2);
});

test('a week is printed on one sheet that lies, in ink', { tag: '@wide-only' }, async ({ page }) => {
  await signIn(page, demoAccounts.instructor, '/dashboard/schedule?view=week');
  const week = page.getByRole('region', { name: / to .* SGT/ });
  const lesson = week.getByRole('link', { name: /to \d\d:\d\d/ }).first();
  await expect(lesson).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // A4 less a centimetre on each side.
  await page.setViewportSize({ width: 1047, height: 718 });
  await expect(week.getByRole('list').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(718);
  await expect(lesson).toHaveCSS(
    'color',
    await week.getByRole('heading').evaluate((title) => getComputedStyle(title).color),
  );
});

test('a lesson that is put into the past is said to be too late before anybody asks for it', {
  tag: '@wide-only',
}, async ({ page }) => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const instructor = await signInAsNewInstructor(page, `/dashboard/schedule?view=day&date=${tomorrow}`);
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed' });
  const { id: ownLearner } = await root.create('own_learners', { instructor, name: 'Siti' });
  const booked = { instructor, ownLearner, durationMinutes: 60, status: 'confirmed', pickup: 'At the gate' };
  await root.create('lessons', { ...booked, start: `${tomorrow}T04:00:00Z` });
  await page.reload();
  await page
    .getByRole('link', { name: /12:00 Siti/ })
    .first()
    .focus();
  for (const key of ['Alt+ArrowLeft', 'Alt+ArrowLeft', 'Alt+ArrowLeft', 'Enter']) await page.keyboard.press(key);
  const dialog = page.getByRole('dialog', { name: 'Move the lesson with Siti' });
  await expect(dialog.getByRole('alert')).toHaveText(/That time has passed/);
  await expect(dialog.getByRole('button', { name: 'Move to this time' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Leave it' }).click();
});

// Fingers are the phone’s.
test('a finger that rests on a lesson drags it, also beyond the edge of the screen; one that doesn’t scrolls the page', {
  tag: '@narrow-only',
}, async ({ page }) => {
  const instructor = await signInAsNewInstructor(page, tuesday);
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed', horizonDays: 400, slotStepMinutes: 15 });
  await root.create('availability_rules', { instructor, weekday: 2, startMinute: 480, endMinute: 1200 });
  const account = { email: `siti-${instructor}@kerbside.example`, password: 'learner-password' };
  const { id: learner } = await root.create('users', { ...account, passwordConfirm: account.password, name: 'Siti' });
  const booked = { instructor, learner, durationMinutes: 60, status: 'confirmed', pickup: 'At the gate' };
  await root.create('lessons', { ...booked, start: '2027-03-02T01:00:00Z', contactsUntil: '2027-04-01' });
  await page.reload();
  const lesson = tuesdayColumn(page).getByRole('link', { name: /Siti/ });
  const ghost = page.locator('[data-days] > [aria-hidden]').last();
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const place = async () => {
    await lesson.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const { x, y } = (await lesson.boundingBox()) ?? { x: 0, y: 0 };
    return { x: x + 60, y: y + 10 };
  };
  const scrolled = () => page.evaluate(() => scrollY);

  // A swipe that begins on the lesson.
  let from = await place();
  const before = await scrolled();
  // The page rolls on after the finger has left it, and a finger put down meanwhile only stops it.
  const swipe = await page.evaluateHandle(() => ({
    end: new Promise((resolve) => {
      const listen = () => addEventListener('scrollend', resolve, { once: true });
      addEventListener('touchend', listen, { once: true });
    }),
  }));
  await touch('touchStart', from.x, from.y);
  for (let step = 1; step <= 8; step++) await touch('touchMove', from.x, from.y - step * 20);
  await touch('touchEnd');
  await expect.poll(scrolled).toBeGreaterThan(before + 50);
  await expect(ghost).toBeHidden();
  await swipe.evaluate(({ end }) => end);

  // A rest of a finger that stops the page as it rolls, whose `touchstart` can't be prevented, and one of another.
  await page.clock.install();
  for (const cancelable of [false, true]) {
    const rest = { isPrimary: true, button: 0, pointerType: 'touch' };
    await lesson.dispatchEvent('pointerdown', rest);
    await lesson.dispatchEvent('touchstart', { cancelable });
    await page.clock.runFor(400);
    await expect(ghost).toBeVisible({ visible: cancelable });
    await lesson.dispatchEvent('pointercancel', rest);
    await expect(ghost).toBeHidden();
  }

  // A rest: an hour down is 52 pixels.
  from = await place();
  const still = await scrolled();
  await touch('touchStart', from.x, from.y);
  await expect(ghost).toBeVisible();
  await expect(ghost).toHaveText('Tue 2 Mar 09:00–10:00');
  for (const y of [10, 30, 52]) await touch('touchMove', from.x, from.y + y);
  await expect(ghost).toHaveText('Tue 2 Mar 10:00–11:00');
  expect(await scrolled()).toBe(still);
  await touch('touchEnd');
  const dialog = page.getByRole('dialog', { name: 'Move the lesson with Siti' });
  await expect(dialog.getByText(/To Tue 2 Mar.*10:00/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave it' }).click();
  await expect(dialog).toBeHidden();

  // To the lower edge: the page goes on by itself until the day ends, and the lesson with it.
  from = await place();
  await touch('touchStart', from.x, from.y);
  await expect(ghost).toBeVisible();
  await touch('touchMove', from.x, 400);
  await touch('touchMove', from.x, 735);
  await expect.poll(async () => (await ghost.textContent()) ?? '').toMatch(/Tue 2 Mar (18|19|2\d):/);
  await touch('touchMove', from.x, 400);
  await touch('touchEnd');
  await expect(dialog.getByText(/To Tue 2 Mar/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Leave it' }).click();

  // A rest and nothing more opens nothing; a tap opens the lesson, from where it is moved without dragging.
  from = await place();
  await touch('touchStart', from.x, from.y);
  await expect(ghost).toBeVisible();
  await touch('touchEnd');
  await expect(ghost).toBeHidden();
  await expect(page).toHaveURL(/schedule/);
  await lesson.tap();
  await expect(page).toHaveURL(/dashboard\/lessons\//);
  await expect(
    page
      .getByRole('link', { name: 'Move' })
      .or(page.getByRole('button', { name: /Move/ }))
      .first(),
  ).toBeVisible();
});
