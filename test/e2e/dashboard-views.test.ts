import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { demoAccounts, signIn, signInAsNewLearner } from './support/sign-in.ts';

test.describe('the learner dashboard', () => {
  test('shows the next lesson with its start code, skills, history and the way to book [177-181]', async ({ page }) => {
    await signIn(page, demoAccounts.learner);
    const next = page.getByRole('region', { name: 'Your next lesson' });
    await expect(next.getByText('Ravi Chandran').first()).toBeVisible();
    await expect(next.getByRole('heading', { level: 3 }).first()).toHaveText(
      /\w{3} \d+ \w{3}, \d\d:\d\d–\d\d:\d\d SGT/,
    );
    await expect(next.getByText('Start code')).toBeVisible();
    await expect(next.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
    await expect(next.getByRole('link', { name: /^Map of / })).toBeVisible();
    await expect(next.getByRole('link', { name: 'Book New Lesson' })).toHaveAttribute('href', '/dashboard/book-lesson');
    await expect(page.getByRole('region', { name: 'Your progress' })).toBeVisible();
    const history = page.getByRole('table', { name: 'Your latest lessons' });
    await expect(history.getByRole('row').nth(1)).toContainText('Ravi Chandran');
    for (const shown of [/\d{1,2} \w{3}/, /\d{2}:\d{2}/, /Completed|Confirmed|Cancelled/]) {
      await expect(history.getByRole('row').nth(1)).toContainText(shown);
    }
    await expect(history.getByText('out of 5').first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('says why it is empty to somebody new, and what to do [177-179]', { tag: '@any-width' }, async ({ page }) => {
    await signInAsNewLearner(page);
    await expect(page.getByText('No lesson booked')).toBeVisible();
    await expect(page.getByText('Nothing logged yet')).toBeVisible();
    await expect(page.getByText('No past lessons yet')).toBeVisible();
    await page.getByRole('link', { name: 'Book New Lesson' }).click();
    await expect(page.getByText('You have not driven with anybody yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Find an instructor' })).toHaveAttribute('href', '/instructors');
  });

  test('saves the lesson as a calendar file', { tag: '@any-width' }, async ({ page }) => {
    await signIn(page, demoAccounts.learner);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toMatch(/^kerbside-lesson-[a-z0-9]+\.ics$/);
  });

  test('keeps what was there when the server is away, and offers to try again', { tag: '@any-width' }, async ({
    page,
  }) => {
    await page.route('**/api/marketplace/dashboard**', (route) => route.abort());
    await signIn(page, demoAccounts.learner);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.unroute('**/api/marketplace/dashboard**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Your next lesson' })).toBeVisible();
  });
});

test.describe('the instructor dashboard', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, demoAccounts.instructor);
    await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
  });

  test('shows students, rating, upcoming lessons, roster and the way to the availability [182-186]', async ({
    page,
  }) => {
    const figures = page.getByRole('region', { name: 'Figures' });
    const figure = (name: string) => figures.locator('div').filter({ has: page.getByText(name, { exact: true }) });
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('pocketbase_auth') ?? '{}').token);
    const read = async (path: string) =>
      (await page.request.get(`/api/${path}`, { headers: { Authorization: token } })).json();
    const students = await read('marketplace/students?perPage=1');
    await expect(figure('Total students')).toContainText(String(students.totalItems));
    const [profile] = (await read("collections/instructors/records?filter=(name='Ravi Chandran')")).items;
    const { items: reviews } = await read(
      `collections/reviews/records?perPage=500&filter=(instructor='${profile.id}' %26%26 side='learner' %26%26 publishedAt!='' %26%26 removedAt='')`,
    );
    const ratings = reviews.map(({ rating }: { rating: number }) => rating);
    const mean = ratings.reduce((sum: number, rating: number) => sum + rating, 0) / ratings.length;
    await expect(figure('Average rating')).toContainText(mean.toFixed(1));
    const upcoming = page.getByRole('region', { name: 'Upcoming lessons' });
    // Today's and tomorrow's stand above.
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const later = new Date(Date.parse(`${today}T00:00:00+08:00`) + 2 * 86_400_000).toISOString().replace('T', ' ');
    const [next] = (
      await read(
        `collections/lessons/records?perPage=1&sort=start&filter=(instructor='${profile.id}' %26%26 status='confirmed' %26%26 start>='${later}')`,
      )
    ).items;
    const clock = new Date(next.start).toLocaleTimeString('en-GB', { timeZone: 'Asia/Singapore', timeStyle: 'short' });
    await expect(upcoming.getByRole('listitem').first()).toContainText(clock);
    await expect(page.getByRole('table', { name: 'Your learners' })).toContainText('Mei Ling Tan');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Manage Availability' }).click();
    await expect(page).toHaveURL('/dashboard/schedule');
    await expect(page.getByRole('heading', { name: 'Weekly hours' })).toBeVisible();
  });

  test('type-ahead in a list starts anew after a second without a key [142]', { tag: '@any-width' }, async ({
    page,
  }) => {
    await page.goto('/dashboard/schedule');
    const day = page.getByRole('combobox', { name: 'Day' });
    await expect(day).toHaveText('Monday');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await day.focus();
    await day.press('t');
    await expect(day).toHaveText('Tuesday');
    await page.clock.runFor(900);
    await day.press('h');
    await expect(day).toHaveText('Thursday');
    await page.clock.runFor(1100);
    await day.press('s');
    await expect(day).toHaveText('Saturday');
  });

  test('shows today and tomorrow with time, name, place, the route there, a message and a number to call', async ({
    page,
  }) => {
    const tomorrow = page.getByRole('region', { name: /^Tomorrow, / });
    await expect(page.getByRole('region', { name: /^Today, / })).toBeVisible();
    await expect(tomorrow.getByText('Mei Ling Tan').first()).toBeVisible();
    await expect(tomorrow.getByText('10:00', { exact: true })).toBeVisible();
    await expect(tomorrow.getByRole('link', { name: /map \(opens in a new tab\)$/ }).first()).toBeVisible();
    const call = tomorrow.getByRole('link', { name: /^Call Mei Ling Tan/ });
    await expect(call).toHaveAttribute('href', /^tel:/);
    expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    const route = tomorrow.getByRole('link', { name: 'Route to Mei Ling Tan (opens in a new tab)' }).first();
    await expect(route).toHaveAttribute('href', /maps\/dir\/\?api=1&travelmode=driving&destination=.*Singapore/);
    await expect(tomorrow.getByRole('link', { name: 'Message to Mei Ling Tan' }).first()).toHaveAttribute(
      'href',
      /messages\/new\?learner=\w{15}$/,
    );
  });
});

test('who teaches starts in the instructor view, and the choice is remembered on the device', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoAccounts.instructor);
  await page.getByLabel('Password', { exact: true }).fill('kerbside-demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Switch to Learner view' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Figures' })).toBeVisible();
  await page.getByRole('button', { name: 'Switch to Learner view' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show my day' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch to Instructor view' })).toBeVisible();
});

test('a person without an instructor profile is told so in the instructor view', { tag: '@any-width' }, async ({
  page,
}) => {
  await signInAsNewLearner(page);
  await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
  await expect(page.getByText('You have no instructor profile')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the learner view' }).click();
  await expect(page.getByText('No lesson booked')).toBeVisible();
});
