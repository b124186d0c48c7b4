import { expect, type Page, type Request, test } from '@playwright/test';
import { cards, chooseTime, fillPickup, freeTimes, holdTime, payByCard } from './support/book.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner } from './support/sign-in.ts';

const holdButton = (page: Page) => page.getByRole('button', { name: 'Hold this time for 15 minutes' });
const booked = (page: Page) => page.getByRole('heading', { name: 'Your lesson is booked' });
const timer = (page: Page) => page.getByRole('timer', { name: 'Time left to pay' });
const isCreate = (request: Request, collection: string) =>
  request.method() === 'POST' && request.url().endsWith(`/api/collections/${collection}/records`);

test(
  'a time taken meanwhile: the three nearest are offered, and one of them is booked',
  { tag: '@any-width' },
  async ({ page, browser }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 3);
    await becomeNewLearner(page);
    await chooseTime(page, instructor);
    await fillPickup(page);
    const rivalContext = await browser.newContext();
    const rival = await rivalContext.newPage();
    await becomeNewLearner(rival);
    await rival.goto(page.url());
    await fillPickup(rival);
    await holdButton(rival).click();
    await expect(timer(rival)).toBeVisible();
    await rivalContext.close();
    await holdButton(page).click();
    await expect(page.getByText(/Somebody else took that time|no longer free/)).toBeInViewport();
    const nearest = page.getByRole('listitem').getByRole('link', { name: /^\w{3} \d+ \w{3}, \d\d:\d\d$/ });
    await expect(nearest).toHaveCount(3);
    await nearest.first().click();
    await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
    await holdButton(page).click();
    await expect(timer(page)).toBeVisible();
  },
);

test(
  'a declined card keeps the time, says so at the field, and another card books',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 4);
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    await payByCard(page, cards.declined);
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/declined this card.*Your time is kept/s);
    await expect(timer(page)).toBeVisible();
    await payByCard(page, cards.accepted);
    await expect(booked(page)).toBeVisible();
  },
);

test('a card that asks for an extra step goes on after it', { tag: '@any-width' }, async ({ page }, testInfo) => {
  const instructor = await findInstructor(page, testInfo, 5);
  await becomeNewLearner(page);
  await holdTime(page, instructor);
  await payByCard(page, cards.extraStep);
  await expect(page.getByRole('heading', { name: /Your bank wants to make sure/ })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm as the bank' }).click();
  await expect(booked(page)).toBeVisible();
});

test(
  'answers that are lost on the way change nothing: one hold, one payment',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 6);
    await becomeNewLearner(page);
    await chooseTime(page, instructor);
    await fillPickup(page);
    const ids: string[] = [];
    page.on('request', (request) => {
      if (isCreate(request, 'lessons') || isCreate(request, 'payments')) ids.push(request.postDataJSON().id);
    });
    // The server gets the first request and acts on it; only its answer is lost.
    const loseAnswer = async (collection: string) =>
      page.route(
        `**/api/collections/${collection}/records`,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    await loseAnswer('lessons');
    await holdButton(page).click();
    // The time is held although nobody heard of it: the page finds that out and goes on from there.
    await expect(page.getByText('You are holding this time. It is not paid yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Continue to payment' }).first().click();
    await expect(timer(page)).toBeVisible();
    expect(ids).toHaveLength(1);

    await loseAnswer('payments');
    await payByCard(page, cards.accepted);
    const again = page.getByRole('button', { name: /^Pay S\$/ });
    await expect(booked(page).or(page.getByText('The connection was cut before the bank could answer.'))).toBeVisible();
    if (await again.isVisible()) await again.click().catch(() => undefined);
    await expect(booked(page)).toBeVisible();
  },
);

test(
  'a cut network keeps what was entered, and the repeat carries the same id',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 11);
    await becomeNewLearner(page);
    await chooseTime(page, instructor);
    await fillPickup(page);
    const ids: string[] = [];
    page.on('request', (request) => {
      if (isCreate(request, 'lessons')) ids.push(request.postDataJSON().id);
    });
    await page.route('**/api/collections/lessons/records', (route) => route.abort(), { times: 1 });
    await holdButton(page).click();
    await expect(page.getByText('The connection was cut before the server could answer.')).toBeInViewport();
    await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
    await page.getByRole('button', { name: 'Try again to hold this time' }).click();
    await expect(timer(page)).toBeVisible();
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  },
);

test('reload and Back are safe at every step', { tag: '@any-width' }, async ({ page }, testInfo) => {
  const instructor = await findInstructor(page, testInfo, 7);
  await becomeNewLearner(page);
  await chooseTime(page, instructor);
  const time = await page.getByRole('heading', { level: 2 }).first().textContent();
  await fillPickup(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(time ?? '');
  await expect(page.getByLabel('Pick-up place')).toHaveValue('Bedok MRT, exit B');
  await holdButton(page).click();
  await expect(timer(page)).toBeVisible();
  await page.reload();
  await expect(timer(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByText('You are holding this time. It is not paid yet.')).toBeVisible();
  await page.goBack();
  await expect(freeTimes(page).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /held by you$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await payByCard(page, cards.accepted);
  await expect(booked(page)).toBeVisible();
  await page.goBack();
  await expect(booked(page)).toBeHidden();
  await expect(timer(page)).toBeHidden();
});

test(
  'a double tap on Pay sends one payment, and two tabs that pay at once are charged once',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 8);
    const { token } = await becomeNewLearner(page);
    await holdTime(page, instructor);
    const lesson = new URL(page.url()).searchParams.get('lesson');
    const other = await page.context().newPage();
    await other.goto(page.url());
    // Both tabs have asked before either is answered: an answer takes the button away, in the other tab too.
    const { promise: bothAsked, resolve: answerBoth } = Promise.withResolvers<void>();
    const sent: Page[] = [];
    for (const tab of [page, other]) {
      await tab.route('**/api/collections/payments/records', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        if (sent.push(tab) > 1) answerBoth();
        await bothAsked;
        return route.continue();
      });
      await tab.getByLabel('Card number').fill(cards.accepted);
    }
    await page.getByRole('button', { name: /^Pay S\$/ }).dblclick();
    await other.getByRole('button', { name: /^Pay S\$/ }).click();
    await expect(booked(page)).toBeVisible();
    await expect(booked(other)).toBeVisible();
    expect(sent).toEqual([page, other]);
    const answer = await page.request.get('/api/collections/payments/records', {
      params: { filter: `lesson = '${lesson}' && status = 'succeeded'` },
      headers: { Authorization: token },
    });
    expect((await answer.json()).totalItems).toBe(1);
  },
);

test(
  'a hold that ran out is one tap away while the time is free',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 9);
    await becomeNewLearner(page);
    await holdTime(page, instructor);
    // The page believes the server's clock; this one says that a quarter of an hour has gone by.
    await page.route('**/api/collections/lessons/records/*', async (route) => {
      const response = await route.fetch();
      const lesson = await response.json();
      await route.fulfill({ response, json: { ...lesson, status: 'expired', holdExpiresAt: lesson.created } });
    });
    await page.route('**/api/marketplace/slots**', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const held = new URL(page.url()).searchParams.get('lesson') ?? '';
      const record = await page.request.get(`/api/collections/lessons/records/${held}`, {
        headers: { Authorization: route.request().headers().authorization ?? '' },
      });
      const { start, end } = await record.json();
      const slot = { start: new Date(start).toISOString(), end, priceCents: 1, localDate: start.slice(0, 10) };
      await route.fulfill({ response, json: { ...answer, items: [slot, ...answer.items] } });
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The hold has ended' })).toBeFocused();
    await expect(page.getByText('Nothing was charged.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Take \w{3} \d+ \w{3}, \d\d:\d\d again$/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See all free times' })).toBeVisible();
  },
);

test(
  'what is missing at pick-up is said at the field before anything is sent',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 10);
    await becomeNewLearner(page);
    await chooseTime(page, instructor);
    const creates: string[] = [];
    page.on('request', (request) => {
      if (isCreate(request, 'lessons')) creates.push(request.url());
    });
    await page.getByLabel('Pick-up place').fill('Bedok MRT');
    await page.getByLabel('Postal code').fill('99');
    await holdButton(page).click();
    await expect(page.getByLabel('Postal code')).toBeFocused();
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription(/6 digits/);
    expect(creates).toEqual([]);
  },
);

test(
  '[11.13] a server that hangs while a time is held: the page says so and where to go on',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const instructor = await findInstructor(page, testInfo, 6);
    await becomeNewLearner(page);
    await chooseTime(page, instructor);
    await fillPickup(page);
    const answers: Array<() => void> = [];
    await page.route(/\/api\/collections\/lessons\/records$/, async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await holdButton(page).click();
    const slow = page.getByText('The server is slow to answer.');
    await expect(slow).toBeVisible();
    await expect(slow.getByRole('link', { name: 'your dashboard' })).toBeVisible();
    for (const answer of answers) answer();
    await expect(timer(page)).toBeVisible();
    await expect(slow).toBeHidden();
  },
);
