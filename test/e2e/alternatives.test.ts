import { type APIResponse, expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { fillPickup } from './support/book.ts';
import { demoLearner } from './support/demo-learner.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { findInstructor } from './support/find-instructor.ts';
import { followCalls, settle } from './support/settle.ts';
import { becomeNewLearner } from './support/sign-in.ts';

const { password } = demoLearner;
const dayMs = 86_400_000;

async function bodyOf<T>(answer: APIResponse): Promise<T> {
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** An account that nobody signs in to. */
function someone(name: string) {
  const email = `learner-${crypto.randomUUID()}@kerbside.example`;
  return { email, password, passwordConfirm: password, name };
}

const timer = (page: Page) => page.getByRole('timer', { name: 'Time left to pay' });

test(
  'a taken time: others who are free then and soon nearby are one tap from being held',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 14);
    const durationMinutes = instructor.lessonMinutes[0] ?? 60;
    // Weeks ahead, where no other test books.
    const from = new Date(Date.now() + 20 * dayMs).toISOString();
    const to = new Date(Date.now() + 27 * dayMs).toISOString();
    const params = { instructor: instructor.id, durationMinutes, from, to };
    const { items } = await bodyOf<{ items: Array<{ start: string }> }>(
      await page.request.get('/api/marketplace/slots', { params }),
    );
    // The early afternoon, when most instructors work.
    const { start = '' } = items.find((slot) => /T0[4-7]:/.test(slot.start)) ?? {};
    const wanted = { instructor: instructor.id, start, durationMinutes };
    await becomeNewLearner(page);
    await page.goto(
      `/dashboard/book-lesson?${new URLSearchParams({ ...wanted, durationMinutes: `${durationMinutes}` })}`,
    );
    await fillPickup(page);
    const root = await asSuperuser(page);
    const rival = await root.create('users', someone('Rival Tan'));
    await root.create('lessons', { ...wanted, learner: rival.id, status: 'confirmed' });
    await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
    await expect(page.getByText(/Somebody else took that time|no longer free|too soon/)).toBeInViewport();
    const then = page.getByRole('region', { name: 'Others who are free then' });
    const nearby = page.getByRole('region', { name: 'The soonest with others' });
    await expect(then.getByRole('listitem').first()).toContainText(/Class .* · S\$/);
    await expect(nearby.getByRole('listitem').first()).toContainText(/Class .* · S\$/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const other = await then.getByRole('listitem').first().locator('b').textContent();
    await then.getByRole('button').first().click();
    await expect(timer(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(other ?? '');
    await expect(page.getByLabel('Card number')).toBeVisible();
  },
);

test('an instructor without times: the nearest later ones and others nearby, each leading to its booking', {
  tag: '@any-width',
}, async ({ page }) => {
  const root = await asSuperuser(page);
  const user = await root.create('users', someone('Rosnah binti Salleh'));
  // Only days beyond the 28 that are shown first: two, as one of them may be a public holiday.
  const instructor = await root.create('instructors', {
    user: user.id,
    name: 'Rosnah binti Salleh',
    status: 'listed',
    licenceClasses: ['3A'],
    languages: ['English'],
    areas: ['Tuas'],
    testCentre: 'BBDC',
    hourlyCents: 6600,
    timezone: 'Asia/Singapore',
    lessonMinutes: [60],
    slotStepMinutes: 60,
    horizonDays: 56,
    cancellationHours: 24,
  });
  try {
    for (const days of [40, 43]) {
      const date = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
      const windows = [{ startMinute: 540, endMinute: 600 }];
      await root.create('availability_overrides', { instructor: instructor.id, date, windows });
    }
    await becomeNewLearner(page);
    followCalls(page);
    await page.goto(`/dashboard/book-lesson?instructor=${instructor.id}`);
    await expect(page.getByText('Rosnah binti Salleh has no free time in these 28 days')).toBeVisible();
    const own = page.getByRole('region', { name: 'Nearest times of the same instructor' });
    await expect(own.getByRole('link', { name: /09:00 with Rosnah binti Salleh$/ }).first()).toBeVisible();
    const nearby = page.getByRole('region', { name: 'The soonest with others' });
    await expect(nearby.getByRole('listitem').first()).toContainText(/about \d+ km away · S\$/);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expect(page.getByText('We hold it once you say where to pick you up.')).toBeVisible();
    await nearby.getByRole('link').last().click();
    // Somebody else is faster while the pick-up is typed: it is kept, and the next time is one tap away with it.
    await fillPickup(page);
    const { searchParams } = new URL(page.url());
    const rival = await root.create('users', someone('Rival Tan'));
    await root.create('lessons', {
      instructor: searchParams.get('instructor'),
      start: searchParams.get('start'),
      durationMinutes: Number(searchParams.get('durationMinutes')),
      learner: rival.id,
      status: 'confirmed',
    });
    // What is said of a place outside the areas comes after it is typed, above the button.
    await settle(page);
    await page.getByRole('button', { name: 'Hold this time for 15 minutes' }).click();
    await expect(page.getByText(/Somebody else took that time|no longer free|too soon/)).toBeVisible();
    await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
    await expect(page.getByLabel('Postal code')).toHaveValue('460204');
    await page.getByRole('region', { name: 'The soonest with others' }).getByRole('button').last().click();
    await expect(timer(page)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Bedok MRT, exit B');
  } finally {
    await root.remove('instructors', instructor.id);
  }
});

test('a search that finds nobody: the areas around with their counts, and who is free soonest', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/instructors?licenceClass=3A&area=Mandai');
  await expect(page.getByText('No instructor matches all of these filters')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Soonest free for class 3A' })).toBeVisible();
  await expect(
    page
      .getByRole('article')
      .first()
      .getByRole('link', { name: /\d\d:\d\d S\$\d+\.\d\d with / })
      .first(),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const area = page.getByRole('link', {
    name: /^(Sembawang|Woodlands|Yishun|Bukit Panjang|Choa Chu Kang): \d+ instructors?$/,
  });
  const text = (await area.first().textContent()) ?? '';
  await area.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    new RegExp(`^${/\d+/.exec(text)?.[0]} instructors? with free times in ${text.split(':')[0]}$`),
  );
});
