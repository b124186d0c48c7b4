import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { bookOverWire } from './support/book-over-wire.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectToast } from './support/expect-toast.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner } from './support/sign-in.ts';
import { signInAsNewInstructor } from './support/sign-in-as-new-instructor.ts';
import { zoneAtMidday } from './support/zone-at-midday.ts';

test.use({ serviceWorkers: 'allow' });

const minuteMs = 60_000;

/** Waits until the worker has the page and the day lies on the device. */
async function expectKept(page: Page, lessons: number): Promise<void> {
  // A page that is kept by a worker that is only being installed is nobody's to answer with.
  const stateOf = async () => {
    const worker = (await navigator.serviceWorker.getRegistration())?.active;
    return (await caches.match('/dashboard')) ? worker?.state : 'not kept';
  };
  await expect.poll(() => page.evaluate(stateOf), { timeout: 60_000 }).toBe('activated');
  const count = () => page.evaluate(() => JSON.parse(localStorage.getItem('kerbside_day') ?? '{}').lessons?.length);
  await expect.poll(count).toBe(lessons);
}

test('a day’s lessons go on without a network, and what was done is sent once it is back', {
  tag: '@any-width',
}, async ({ page, browser, isMobile }) => {
  const { record: learner } = await becomeNewLearner(await browser.newPage());
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const root = await asSuperuser(page);
  await root.update('instructors', instructor, { status: 'listed', timezone: zoneAtMidday() });
  const lessonAt = (minutes: number) => {
    const start = new Date(Math.floor(Date.now() / minuteMs) * minuteMs + minutes * minuteMs).toISOString();
    const facts = { instructor, learner: learner.id, durationMinutes: 60, pickup: 'Bedok MRT', postalCode: '460204' };
    return root.create('lessons', { ...facts, start, startCode: '4821' });
  };
  const [first, second] = [await lessonAt(-2), await lessonAt(70)];
  await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
  await expect(page.getByRole('link', { name: /^Start/ })).toHaveCount(2);
  await expectKept(page, 2);

  await page.context().setOffline(true);
  // From the list that was open when the network went, and as a page that begins without one.
  await page
    .getByRole('link', { name: /^Start/ })
    .first()
    .click();
  await expect(page.getByLabel('Start code')).toBeVisible();
  await page.goto(`/dashboard/lessons/${first.id}`);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByText('You are offline.').click();
  await expect(page.getByText('“I’m here” and starts count from when they are sent.')).toBeVisible();
  await expect(page.getByText('Bedok MRT')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I’m here' }).click();
  await expect(page.getByText(/You said at .* that you are here/)).toBeVisible();
  await page.getByLabel('Start code').fill('4821');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByLabel('Notes for the learner').fill('Steady hands.');
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await expect(page.getByText('3 items are waiting on this device to be sent.')).toBeVisible();

  // Meanwhile staff call the second lesson off, and here it is started: that is a conflict, and said.
  await root.update('lessons', second.id, { status: 'cancelled_by_instructor' });
  await page.goto(`/dashboard/lessons/${second.id}`);
  await page.getByLabel('Start code').fill('4821');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('4 items are waiting on this device to be sent.')).toBeVisible();

  // Signing out would lose all of it: it is tried to be sent, named, and kept when one stays.
  if (isMobile) await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const leaving = page.getByRole('dialog', { name: 'Not everything is sent yet' });
  await expect(leaving).toContainText('This could not be sent, and is lost if you log out now:');
  await expect(leaving.getByRole('listitem')).toHaveText([
    /^Your “I’m here”, /,
    /^Your start of the lesson, /,
    /^Your log of the lesson, /,
    /^Your start of the lesson, /,
  ]);
  await expectAccessible(page);
  await leaving.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(leaving).toBeHidden();
  if (isMobile) await page.keyboard.press('Escape');
  await expect(page.getByText('4 items are waiting on this device to be sent.')).toBeVisible();

  await page.context().setOffline(false);
  await expectToast(page, '3 waiting items were sent.');
  await expect(page.getByText(/^Your start of the lesson was not accepted: Only a confirmed lesson/)).toBeVisible();
  await expectAccessible(page);
  expect((await root.update('lessons', first.id, { note: 'Seen' })).status).toBe('completed');
  await page.getByRole('button', { name: 'Dismiss' }).filter({ hasText: 'Dismiss' }).click();
  await page.goto(`/dashboard/lessons/${first.id}`);
  await expect(page.getByText('Steady hands.')).toBeVisible();
  await expect(page.getByText('wait on this device')).toHaveCount(0);
});

test(
  'a learner’s next lesson has its start code and place without a network',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const { token } = await becomeNewLearner(page);
    const instructor = await findInstructor(page, testInfo, 27);
    const lesson = await bookOverWire(page, token, instructor);
    await page.goto('/dashboard');
    const code = page.getByRole('img', { name: /^\d \d \d \d$/ });
    const shown = String(await code.getAttribute('aria-label'));
    await expectKept(page, 1);

    await page.context().setOffline(true);
    await page.goto('/dashboard');
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your next lesson' })).toContainText(instructor.name);
    await expect(code).toHaveAttribute('aria-label', shown);
    await page.goto(`/dashboard/lessons/${lesson}`);
    await expect(page.getByText('Blk 85 Bedok North Street 4')).toBeVisible();
    await expect(code).toHaveAttribute('aria-label', shown);
    await page.context().setOffline(false);
  },
);

test('a day that was kept earlier is not called today when the server does not answer, and says as of when it is', async ({
  page,
}) => {
  const instructor = await signInAsNewInstructor(page, '/dashboard');
  const zone = zoneAtMidday();
  await (await asSuperuser(page)).update('instructors', instructor, { status: 'listed', timezone: zone });
  await page.getByRole('button', { name: 'Switch to Instructor view' }).click();
  const today = page.getByRole('heading', { name: /^Today, / });
  await expect(today).toBeVisible();
  const isKept = () => page.evaluate(() => localStorage.getItem('kerbside_day')?.includes('"instructor"') ?? false);
  await expect.poll(isKept).toBe(true);
  const words = String(await today.textContent()).replace('Today, ', '');
  // As if all of it had been read and kept a day earlier.
  await page.evaluate(() => {
    const dayMs = 86_400_000;
    const before = (time: string) => new Date(Date.parse(time) - dayMs).toISOString();
    const kept = JSON.parse(localStorage.getItem('kerbside_day') ?? '{}');
    kept.atMs -= dayMs;
    for (const { answer } of kept.answers) {
      answer.generatedAt = before(answer.generatedAt);
      for (const day of [answer.today, answer.tomorrow]) if (day) day.date = before(day.date).slice(0, 10);
    }
    localStorage.setItem('kerbside_day', JSON.stringify(kept));
  });
  await page.route('**/api/marketplace/dashboard?*', (route) => route.abort());
  await page.reload();
  const asOf = page.getByRole('status').filter({ hasText: /^This is as of .* and may have changed since/ });
  await expect(asOf).toBeVisible();
  await expect(today).toHaveText(`Today, ${words}`);
  const days = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(days.first()).not.toHaveText(/Today|Tomorrow/);
  await expect(days.first()).toHaveText(/^\w{3} \d+ \w{3}$/);
  await expect(page.getByRole('heading', { name: /^Tomorrow/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute('**/api/marketplace/dashboard?*');
  await asOf.getByRole('button', { name: 'Try again' }).click();
  await expect(asOf).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Tomorrow, / })).toBeVisible();
});
