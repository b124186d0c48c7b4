import { expect, test } from '@playwright/test';
import { asSuperuser } from './support/as-superuser.ts';
import { bookOverWire } from './support/book-over-wire.ts';
import { findInstructor } from './support/find-instructor.ts';
import { becomeNewLearner } from './support/sign-in.ts';

test(
  'a lesson’s cards keep their distance, its sums stay on one line, and its receipt prints with lesson and instructor alone',
  { tag: '@any-width' },
  async ({ page }, testInfo) => {
    const { token } = await becomeNewLearner(page, 'Nurul Huda');
    const instructor = await findInstructor(page, testInfo, 12);
    const lesson = await bookOverWire(page, token, instructor, { days: 9 });
    await page.goto(`/dashboard/lessons/${lesson}`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    await expect(receipt.getByText(/S\$/).first()).toBeVisible();
    const layout = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('main .card')].map((card) => card.getBoundingClientRect());
      const apart = boxes.flatMap((one, place) =>
        boxes
          .slice(place + 1)
          .map((other) =>
            Math.max(other.top - one.bottom, one.top - other.bottom, other.left - one.right, one.left - other.right),
          ),
      );
      const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: sum } of (node.textContent ?? '').matchAll(/[−-]?S\$[\d,.]+|\d+\u00a0?%/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + sum.length);
          if (range.getClientRects().length > 1) broken.push(sum);
        }
      }
      return { closest: Math.min(...apart), broken };
    });
    expect(layout.broken).toEqual([]);
    expect(layout.closest).toBeGreaterThanOrEqual(12);
    const calendar = page.getByRole('link', { name: /calendar/i }).or(page.getByRole('button', { name: /calendar/i }));
    await expect(calendar.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(receipt).toContainText(`Driving lesson with ${instructor.name}`);
    await expect(receipt.getByText('Nurul Huda')).toBeVisible();
    await expect(calendar.filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  },
);

test(
  'a receipt names each way in which a lesson was paid, with its sum',
  {
    tag: '@any-width',
  },
  async ({ page }, testInfo) => {
    const { record: learner } = await becomeNewLearner(page);
    const { id: instructor } = await findInstructor(page, testInfo, 12);
    const root = await asSuperuser(page);
    const start = new Date(Math.floor(Date.now() / 3_600_000 - 900) * 3_600_000).toISOString();
    const { id: lesson } = await root.create('lessons', {
      ...{ instructor, learner: learner.id, start, durationMinutes: 60, priceCents: 6600, status: 'completed' },
    });
    const paid = { lesson, learner: learner.id };
    await root.create('payments', { ...paid, method: 'credit', amountCents: 3465, status: 'succeeded' });
    await root.create('payments', { ...paid, method: 'card', amountCents: 3135, status: 'succeeded' });
    await page.goto(`/dashboard/lessons/${lesson}`);
    const receipt = page.getByRole('region', { name: 'Receipt' });
    const said = (term: string) =>
      receipt
        .locator('div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .last();
    await expect(said('Paid by credit')).toContainText('S$34.65');
    await expect(said('Paid by card')).toContainText('S$31.35');
    await expect(said('Price')).toContainText('S$66.00');
  },
);
