import { expect, type Page, test } from '@playwright/test';
import { chooseTime, fillPickup } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { followCalls, settle } from './support/settle.ts';
import { becomeNewLearner, signInAsNewLearner } from './support/sign-in.ts';
import { watchLayoutShift } from './support/watch-layout-shift.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Agree to our terms and privacy policy' });
const tick = (page: Page) => page.getByRole('checkbox', { name: /^I agree to the terms/ });
const held = (page: Page) => page.getByRole('timer', { name: 'Time left to pay' });

/** What the signed-in account has agreed to, as the server has it. */
async function acceptances(page: Page): Promise<Array<{ version: number; how: string }>> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}').token);
  const answer = await page.request.get('/api/marketplace/terms', { headers: { Authorization: token } });
  return (await answer.json()).acceptances;
}

test('the tick of a registration belongs to the account: no other browser asks again [97] [98] [111]', {
  tag: '@any-width',
}, async ({ page: registering, browser }) => {
  const email = `ticked-${crypto.randomUUID()}@kerbside.example`;
  await registering.goto('/register');
  await registering.getByLabel('Full Name').fill('Nurul Huda');
  await registering.getByLabel('Email').fill(email);
  await registering.getByLabel('Password', { exact: true }).fill('melon-taxi-2931');
  await registering.getByLabel('Confirm Password').fill('melon-taxi-2931');
  await registering.getByRole('checkbox', { name: /I agree/ }).check();
  await registering.getByRole('button', { name: 'Create account' }).click();
  await expect(registering).toHaveURL('/login');
  const page = await (await browser.newContext()).newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('melon-taxi-2931');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect.poll(() => acceptances(page)).toMatchObject([{ version: 1, how: 'registration' }]);
  await expect(banner(page)).toBeHidden();
  await page.goto('/dashboard/settings');
  await expect(page.getByText(/^You agreed to version 1 on \d+ \w+ \d{4}$/)).toBeVisible();
});

test(
  'whoever has not agreed is asked once; only booking waits for it, by a tick of its own page',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    test.slow();
    const instructor = await findInstructor(page, testInfo, 23);
    await signInAsNewLearner(page, 'Nurul Huda', { hasAgreed: false });
    await expect(banner(page)).toBeVisible();
    await expect(banner(page).getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms');
    await expectNoSidewaysScroll(page);
    await banner(page).getByRole('button', { name: 'Later' }).click();
    await expect(banner(page)).toBeHidden();
    await chooseTime(page, instructor);
    await fillPickup(page);
    await tick(page).uncheck();
    await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
    await expect(tick(page)).toBeFocused();
    await expect(tick(page)).toHaveAccessibleDescription('Please agree to the terms and conditions');
    await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
    expect(await acceptances(page)).toEqual([]);
    await tick(page).check();
    await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
    await expect(held(page)).toBeVisible();
    expect(await acceptances(page)).toMatchObject([{ version: 1, how: 'booking' }]);
  },
);

test('the question comes without moving the page, hides neither its end nor what has the focus, and stays away from where one writes', async ({
  page,
}) => {
  followCalls(page);
  const readShift = await watchLayoutShift(page);
  const { token, record } = await becomeNewLearner(page, 'Nurul Huda', { hasAgreed: false });
  await page.goto('/dashboard/settings');
  await expect(banner(page)).toBeInViewport();
  await settle(page);
  const { sum, moved } = await readShift();
  expect(sum < 0.001 ? [] : moved).toEqual([]);
  await expectAccessible(page);
  const last = page.getByRole('main').getByRole('button').last();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  const isBelow = () =>
    Promise.all([last.boundingBox(), banner(page).boundingBox()]).then(
      ([button, asking]) => button && asking && button.y + button.height <= asking.y,
    );
  await expect.poll(isBelow).toBe(true);
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(banner(page)).not.toBeInViewport();
  const request = { category: 'other', subject: 'A lost glove', text: 'It may lie in the car.', user: record.id };
  const answer = await page.request.post('/api/collections/support_requests/records', {
    data: request,
    headers: { Authorization: token },
  });
  const { id } = await answer.json();
  await page.goto(`/dashboard/help/requests/${id}`);
  await expect(page.getByRole('textbox', { name: 'Message about' })).toBeVisible();
  await settle(page);
  await expect(banner(page)).toBeHidden();
});

test('a new version asks again and says what has changed', { tag: '@any-width' }, async ({ page }) => {
  await signInAsNewLearner(page);
  const accepted = '2026-11-01T00:00:00.000Z';
  const terms = {
    version: 2,
    inForceFrom: '2027-01-01T00:00:00.000Z',
    isAccepted: false,
    changes: ['Moving a lesson is free three times.'],
    acceptances: [{ version: 1, accepted, how: 'registration' }],
  };
  await page.route('**/api/marketplace/terms', (route) => {
    const sent: unknown = route.request().postDataJSON();
    if (route.request().method() === 'GET') return route.fulfill({ json: terms });
    expect(sent).toEqual({ version: 2, how: 'asked' });
    return route.fulfill({ json: { ...terms, isAccepted: true } });
  });
  await page.reload();
  const changed = page.getByRole('region', { name: 'Our terms have changed' });
  await expect(changed.getByRole('listitem')).toHaveText(['Moving a lesson is free three times.']);
  await expectAccessible(page);
  await changed.getByRole('button', { name: 'I agree' }).click();
  await expect(changed).toBeHidden();
});

test('the texts say what Kerbside is, who holds the money and from when they count', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/terms');
  await expect(page.getByText(/^Version 1, in force from 1 Nov 2026\./)).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Kerbside is no driving school');
  await expect(page.getByRole('main')).toContainText('holds it until the lesson has taken place');
  await page.goto('/privacy');
  await expect(page.getByText(/^Version 1, in force from 1 Nov 2026\..*Personal Data Protection Act/)).toBeVisible();
});
