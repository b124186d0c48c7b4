import { expect, type Page, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { cards, holdTime, payByCard } from './support/book.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectInLowWindow } from './support/expect-in-low-window.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { type FoundInstructor, findInstructor } from './support/find-instructor.ts';
import { signInAsNewLearner } from './support/sign-in.ts';

test('a learner sees what cancelling gives back before doing it, and afterwards what became of the money', async ({
  page,
}, testInfo) => {
  await signInAsNewLearner(page);
  const instructor = await findInstructor(page, testInfo, 7);
  await holdTime(page, instructor);
  await payByCard(page, cards.accepted);
  await expect(page.getByRole('heading', { name: 'Your lesson is booked' })).toBeVisible();

  await page.getByRole('button', { name: 'Cancel the lesson' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' });
  await expect(dialog).toContainText(/You get S\$\d+\.\d\d back to your card/);
  await expect(dialog).toContainText(/(more|less) than 24 hours ahead, so .* is refunded/);
  await expectAccessible(page, '[role=dialog]');
  await expectNoSidewaysScroll(page);
  await expectInLowWindow(page, dialog.getByRole('button', { name: 'Cancel the lesson' }));
  await dialog.getByLabel('Tell the instructor why').fill('I have to work that day');
  await dialog.getByRole('button', { name: 'Cancel the lesson' }).click();

  const card = page.getByRole('region', { name: 'You cancelled this lesson' });
  await expect(card).toContainText('I have to work that day');
  await expect(card).toContainText(/Sent back\s*S\$/);
  await expect(page.getByRole('button', { name: 'Cancel the lesson' })).toHaveCount(0);
  await expect(card.getByRole('link', { name: 'Book another time' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard/credit');
  await expect(page.getByRole('heading', { name: /^You have S\$\d+\.\d\d of credit$/ })).toBeVisible();
  await expectAccessible(page);
});

test(
  '[rule 5] who wants what comes back as credit chooses that before, and finds it at once',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    await signInAsNewLearner(page);
    const instructor = await findInstructor(page, testInfo, 6);
    await holdTime(page, instructor);
    await payByCard(page, cards.accepted);
    await page.getByRole('button', { name: 'Cancel the lesson' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' });
    await expect(dialog.getByRole('radio', { name: /to your card.*working days/ })).toBeChecked();
    await dialog.getByRole('radio', { name: /as credit, at once.*can’t be turned back into money/ }).check();
    await expect(dialog).toContainText(/You get S\$\d+\.\d\d back as credit\./);
    await expectAccessible(page, '[role=dialog]');
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Cancel the lesson' }).click();
    const card = page.getByRole('region', { name: 'You cancelled this lesson' });
    await expect(card).toContainText(/Added to credit\s*S\$/);
    await expect(card).toContainText('What was refunded at once became credit, as you chose.');
    await expect(card).not.toContainText(/Sent back|on its way|PayNow/);
  },
);

test('a held time is let go with one question', { tag: '@any-width' }, async ({ page }, testInfo) => {
  await signInAsNewLearner(page);
  const instructor = await findInstructor(page, testInfo, 8);
  await holdTime(page, instructor);
  const id = new URL(page.url()).searchParams.get('lesson') ?? '';
  await page.goto(`/dashboard/lessons/${id}`);
  await page.getByRole('button', { name: 'Let the time go' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let this time go?' });
  await expect(dialog).toContainText('Nothing has been paid for it');
  await dialog.getByRole('button', { name: 'Let the time go' }).click();
  await expect(page.getByText('Cancelled by you').first()).toBeVisible();
});

test(
  'other lessons of a PayNow payment that was refunded once go back by PayNow, too',
  {
    tag: '@any-width',
  },
  async ({ page }, testInfo) => {
    const { token } = await signInAsNewLearner(page);
    const instructor = await findInstructor(page, testInfo, 7);
    const [first, second, third = ''] = await bookThreeByPayNow(page, token, instructor);
    const cancelled = await page.request.post('/api/collections/cancellations/records', {
      headers: { Authorization: token },
      data: { lesson: first },
    });
    expect(cancelled.status(), await cancelled.text()).toBe(200);
    await page.goto(`/dashboard/lessons/${second}`);
    await page.getByRole('button', { name: 'Cancel the lesson' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this lesson?' });
    await expect(dialog).toContainText(/You get S\$\d+\.\d\d back by PayNow/);
    await dialog.getByRole('button', { name: 'Cancel the lesson' }).click();
    const card = page.getByRole('region', { name: 'You cancelled this lesson' });
    await expect(card).toContainText(/Sent back\s*S\$/);
    await expect(card).not.toContainText('Added to credit');

    const root = await asSuperuser(page);
    await root.update('lessons', third, { status: 'no_show_instructor' });
    const contestBy = new Date(Date.now() - 3_600_000).toISOString();
    await root.create('no_shows', { lesson: third, refundCents: 6000, contestBy });
    await page.goto(`/dashboard/lessons/${third}`);
    const missed = page.getByRole('region', { name: 'Missed lesson' });
    await expect(missed).toContainText(/Sent back\s*S\$60\.00/);
    await expect(missed).not.toContainText('Added to credit');
  },
);

/** Three weeks of one time, paid at once by PayNow; over the wire. */
async function bookThreeByPayNow(page: Page, token: string, { id: instructor, lessonMinutes }: FoundInstructor) {
  const headers = { Authorization: token };
  const [durationMinutes = 60] = lessonMinutes;
  const from = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const to = new Date(Date.now() + 17 * 86_400_000).toISOString();
  const slots = await page.request.get('/api/marketplace/slots', { params: { instructor, durationMinutes, from, to } });
  const { items } = (await slots.json()) as { items: { start: string }[] };
  const post = (path: string, data: object) => page.request.post(path, { headers, data });
  // Not every time is free in the weeks after, too.
  const pickUp = { pickup: 'Blk 85 Bedok North Street 4', postalCode: '460085' };
  let series: string | undefined;
  for (const { start } of items) {
    const wish = { instructor, start, durationMinutes, weeks: [0, 1, 2], ...pickUp };
    const held = await post('/api/collections/lessons/records', wish);
    series = held.ok() ? (await held.json()).id : undefined;
    if (series) break;
  }
  const paying = await post('/api/collections/payments/records', { lessonSeries: series, method: 'paynow' });
  const paid = await post('/api/sandbox/bank', { payment: (await paying.json()).id });
  expect(paid.ok(), await paid.text()).toBe(true);
  const lessons = await page.request.get('/api/collections/lessons/records?sort=start', { headers });
  return ((await lessons.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
}
