import { expect, type Page, test } from '@playwright/test';
import { hasHomes } from '../../src/rules/places/planning-areas.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectNoSidewaysScroll } from './support/expect-no-sideways-scroll.ts';
import { takenOver } from './support/settle.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('article');

async function openFilters(page: Page): Promise<void> {
  const folded = page.getByText(/^Filters/);
  if (await folded.isVisible()) await folded.click();
}

async function openMap(page: Page): Promise<void> {
  const folded = page.getByText('Map', { exact: true });
  if (await folded.isVisible()) await folded.click();
}

/** The cards, in their words, on which what saves the instructor is not beside the price. Runs in the page. */
function findSaveBelowPrice(all: Element[]): string[] {
  return all
    .filter((card) => {
      const price = card.querySelector('.price')?.getBoundingClientRect();
      const save = [...card.querySelectorAll('a, button')].find(({ textContent }) => textContent?.startsWith('Save'));
      return !price || !save || save.getBoundingClientRect().top > price.bottom;
    })
    .map(({ textContent }) => textContent ?? '');
}

/** Wherever one has scrolled to, the way to book is in the window; and the page is not endless. */
async function expectBookInSight(page: Page): Promise<void> {
  const book = page.getByRole('main').getByRole('link', { name: 'Choose a time' });
  const { height, windowHeight } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    windowHeight: innerHeight,
  }));
  for (const part of [0, 0.3, 0.6]) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), part * (height - windowHeight));
    await expect(book).toBeInViewport({ ratio: 1 });
  }
  expect(height).toBeLessThan(6000);
}

test.describe('searching for an instructor', () => {
  test('keeps every choice in the address and can be undone by Back', async ({ page }) => {
    await page.goto('/instructors');
    await takenOver(page);
    await openFilters(page);
    const area = page.getByRole('combobox', { name: 'Area' });
    const option = await area.locator('option').nth(1).textContent();
    const [, name = '', count = ''] = /^(.+) \((\d+)\)$/.exec(option ?? '') ?? [];
    await area.focus();
    await area.selectOption(name);
    await expect(page).toHaveURL(`/instructors?${new URLSearchParams({ area: name })}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${count} instructor`);
    await expect(area).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/instructors');
    await expect(area).toHaveValue('');
    // The map says the same to the pointer, without loading the page anew.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await openMap(page);
    await page.locator(`svg a[href$="${new URLSearchParams({ area: name })}"]`).click();
    await expect(area).toHaveValue(name);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });

  test('names areas on a map beside the results and in a list to tap, without those where nobody lives', async ({
    page,
  }) => {
    await page.goto('/instructors');
    await openMap(page);
    const names = await page
      .locator('svg text:visible')
      .evaluateAll((all) => all.map(({ firstChild }) => firstChild?.textContent));
    expect(names.length).toBeGreaterThan(6);
    await page.getByText('Areas as a list').click();
    const links = page.getByRole('listitem').getByRole('link', { name: /^[A-Z][a-z].* ?\d+$/ });
    const areas = await links.evaluateAll((all) =>
      all.map((link) => ({ text: link.firstChild?.textContent, height: link.getBoundingClientRect().height })),
    );
    expect(areas.map(({ text }) => text)).toEqual(expect.arrayContaining(names));
    expect(areas.filter(({ text }) => !hasHomes(text ?? ''))).toEqual([]);
    expect(Math.min(...areas.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
    await expectAccessible(page);
  });

  test('adds what most people filter by with one tap, and takes it away with one', async ({ page, isMobile }) => {
    await page.goto('/instructors');
    await takenOver(page);
    const first = await cards(page).first().boundingBox();
    const toolbar = await page.getByRole('list', { name: 'Filters to add' }).boundingBox();
    const filters = await page.getByText(/^Filters/).boundingBox();
    if (isMobile) expect((first?.y ?? 0) - (filters?.y ?? 0)).toBeLessThanOrEqual(120);
    expect(toolbar?.height).toBeLessThanOrEqual(52);
    await page.getByRole('link', { name: 'Class 3A' }).click();
    await expect(page).toHaveURL('/instructors?licenceClass=3A');
    await page.getByRole('link', { name: 'Remove filter Class 3A' }).click();
    await expect(page).toHaveURL('/instructors');
    await expectNoSidewaysScroll(page);
  });

  test('shows the same results when the address is opened anew, and drops a filter by one tap', async ({ page }) => {
    await page.goto('/instructors?licenceClass=3A&weekday=6');
    await expect(cards(page).first()).toBeVisible();
    expect(await cards(page).evaluateAll(findSaveBelowPrice)).toEqual([]);
    const shown = await cards(page).count();
    await page.reload();
    await expect(cards(page)).toHaveCount(shown);
    await page.getByRole('link', { name: 'Remove filter Saturday' }).click();
    await expect(page).toHaveURL('/instructors?licenceClass=3A');
  });

  test('turns words for days and hours into filters', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/instructors');
    await takenOver(page);
    await openFilters(page);
    await page.getByRole('combobox', { name: 'Day', exact: true }).selectOption('6');
    await page.getByRole('combobox', { name: 'Time of day' }).selectOption('morning');
    await expect(page).toHaveURL('/instructors?weekday=6&beforeMinute=720');
  });

  test('shows the times of a date of the calendar', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/instructors');
    await takenOver(page);
    await openFilters(page);
    const dayOf = (instant: string) => new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 10);
    const starts = () =>
      cards(page)
        .locator('a[href*="start="]')
        .evaluateAll((links) =>
          links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('start') ?? ''),
        );
    const date = dayOf(new Date(Date.now() + 4 * 86_400_000).toISOString());
    expect(new Set((await starts()).map(dayOf)).size).toBeGreaterThan(1);
    await page.getByLabel('Or a date').fill(date);
    await page.getByRole('button', { name: 'Show results' }).click();
    await expect(page).toHaveURL(`/instructors?from=${date}&to=${date}`);
    await expect.poll(async () => [...new Set((await starts()).map(dayOf))]).toEqual([date]);
    await expect(page.getByLabel('Or a date')).toHaveValue(date);
  });

  test('offers the nearest changes when nobody fits', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/instructors?licenceClass=3A&q=nobody-has-this-name');
    await expect(page.getByText('No instructor matches all of these filters')).toBeVisible();
    await page.getByRole('link', { name: /^Any name: \d+ instructors?$/ }).click();
    await expect(page).toHaveURL('/instructors?licenceClass=3A');
    await expect(cards(page).first()).toBeVisible();
  });

  test('leads to an instructor’s page with facts, prices, times and terms; a phone keeps the way to book in sight', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/instructors');
    await cards(page).first().getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/instructors\/[a-z0-9]{15}$/);
    await expect(page.getByRole('complementary', { name: 'What was checked' })).toContainText('Checked on');
    await expect(page.getByRole('heading', { name: 'Free times' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'For 1 hour, everything included' })).toContainText('S$');
    await expect(page.getByRole('table', { name: 'When you cancel' })).toContainText(
      /More than \d+ hours before ?All back/,
    );
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    if (isMobile) await expectBookInSight(page);
    await page.getByRole('link', { name: '2 hours' }).click();
    await expect(page).toHaveURL(/minutes=120/);
  });

  test('shows an instructor’s free times on a phone’s first screen, and its bar leads to them, at any size of text', {
    tag: '@narrow-only',
  }, async ({ page }) => {
    const { items } = await (await page.request.get('/api/marketplace/instructors?perPage=1')).json();
    await page.goto(`/instructors/${items[0].instructor.id}`);
    const times = page.getByRole('heading', { name: 'Free times' });
    await expect(times).toBeInViewport();
    const bar = page.getByRole('main').getByRole('link', { name: 'Choose a time' });
    for (const size of [14, 16, 21, 32]) {
      await page.evaluate((px) => {
        document.documentElement.style.fontSize = `${px}px`;
        window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' });
      }, size);
      await expect(bar).toBeInViewport({ ratio: 1 });
      await bar.click();
      await expect(times).toBeInViewport({ ratio: 1 });
      await expect(page).toHaveURL(/\/instructors\/[a-z0-9]{15}#times$/);
    }
    const reviews = page.getByRole('region', { name: 'Reviews' });
    await expect(reviews.getByText(/^[★☆]{5}$/).first()).toBeVisible();
  });

  test('keeps booking beside an instructor’s page, a full day struck out, and shows the times of the chosen day', {
    tag: '@wide-only',
  }, async ({ page }) => {
    const { items } = await (await page.request.get('/api/marketplace/instructors?perPage=1')).json();
    await page.goto(`/instructors/${items[0].instructor.id}?week=1`);
    const booking = page.getByRole('region', { name: 'Free times' });
    const name = await page.getByRole('heading', { level: 1 }).boundingBox();
    const box = await booking.boundingBox();
    expect(box?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0));
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(1000);
    const days = booking.getByRole('radio');
    await expect(days).toHaveCount(7);
    for (const chip of await booking.locator('label').all()) {
      const day = chip.getByRole('radio');
      expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      const isFull = (await day.getAttribute('aria-label'))?.endsWith('no free time') ?? false;
      await expect(chip).toHaveCSS('text-decoration-line', isFull ? 'line-through' : 'none');
      if (isFull) await expect(day).toBeDisabled();
    }
    const last = booking.getByRole('radio', { name: /\d free times?$/ }).last();
    const count = Number(/(\d+) free/.exec((await last.getAttribute('aria-label')) ?? '')?.[1]);
    await last.check({ force: true });
    await expect(booking.getByRole('link', { name: /^\d\d:\d\d/ })).toHaveCount(count);
  });

  test('goes on without what it cannot understand, and shows why at the field', { tag: '@any-width' }, async ({
    page,
  }) => {
    const answer = await page.goto('/instructors?minRating=many&postalCode=999999');
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('status').filter({ hasText: 'many' })).toBeVisible();
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription(/No postal code in Singapore/);
    await expect(page.getByLabel('Postal code')).toHaveValue('999999');
    await expect(cards(page).first()).toBeVisible();
  });

  test('orders by price', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/instructors');
    await takenOver(page);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest price');
    await expect(page).toHaveURL('/instructors?sort=price');
    const readPrices = async () => {
      const texts = await cards(page).locator('.price').allTextContents();
      return texts.map((text) => Number(text.match(/[\d.]+/)?.[0]));
    };
    // The cards of before stay until the new ones are there.
    await expect
      .poll(async () => {
        const prices = await readPrices();
        return prices.length > 2 && prices.every((price, at) => at === 0 || price >= (prices[at - 1] ?? 0));
      })
      .toBe(true);
  });

  test('shows all reviews of an instructor, ten at a time, in the order that was chosen', {
    tag: '@any-width',
  }, async ({ page }) => {
    const found = await page.request.get('/api/collections/instructors/records?sort=-ratingCount&perPage=1');
    const { id } = (await found.json()).items[0];
    await page.goto(`/instructors/${id}`);
    const reviews = page.getByRole('region', { name: 'Reviews' });
    const ratings = () =>
      reviews
        .getByRole('listitem')
        .getByText(/ of 5$/)
        .allTextContents();
    await expect(reviews.getByRole('listitem')).toHaveCount(10);
    await reviews.getByRole('link', { name: 'Worst first' }).click();
    await expect(reviews.getByRole('link', { name: 'Worst first' })).toHaveAttribute('aria-current', 'true');
    const worst = await ratings();
    expect(worst).toEqual([...worst].sort());
    const first = await reviews.getByRole('listitem').first().textContent();
    await reviews.getByRole('link', { name: /^Next/ }).click();
    await expect(page).toHaveURL(/order=lowest&reviews=2#reviews$/);
    await expect(reviews.getByRole('heading', { name: 'Reviews' })).toBeFocused();
    await expect(reviews.getByRole('listitem').first()).not.toHaveText(first ?? '');
    // Before scripts run the browser leads there itself.
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`/instructors/${id}?order=lowest`);
    await reviews.getByRole('link', { name: /^Next/ }).click();
    await expect(reviews.getByRole('heading', { name: 'Reviews' })).toBeFocused();
    await page.goto(`/instructors/${id}?reviews=900`);
    await expect(reviews).toContainText('There are no more reviews.');
  });

  test('says when an instructor is not listed', { tag: '@any-width' }, async ({ page }) => {
    const answer = await page.goto('/instructors/zzzzzzzzzzzzzzz');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This instructor is not listed');
  });
});
