import { expect, type Page } from '@playwright/test';
import { cards } from './book.ts';
import type { FoundInstructor } from './find-instructor.ts';

type Booking = {
  /** Which of the free times. */
  nth?: number;
  /** How many days ahead the first one may be. */
  days?: number;
};

/** Books and pays a free time of an instructor as the learner of a token, without a page; answers the lesson's id. */
export async function bookOverWire(
  page: Page,
  token: string,
  { id: instructor, lessonMinutes }: Pick<FoundInstructor, 'id' | 'lessonMinutes'>,
  { nth = 0, days = 4 }: Booking = {},
): Promise<string> {
  const headers = { Authorization: token };
  const from = Date.now() + days * 86_400_000;
  const [durationMinutes = 60] = lessonMinutes;
  const slots = await page.request.get('/api/marketplace/slots', {
    params: {
      instructor,
      durationMinutes,
      from: new Date(from).toISOString(),
      to: new Date(from + 21 * 86_400_000).toISOString(),
    },
  });
  const { items } = (await slots.json()) as { items: { start: string }[] };
  const held = await page.request.post('/api/collections/lessons/records', {
    headers,
    data: {
      instructor,
      start: items[nth]?.start,
      durationMinutes,
      pickup: 'Blk 85 Bedok North Street 4',
      postalCode: '460085',
    },
  });
  expect(held.status(), await held.text()).toBe(200);
  const { id } = (await held.json()) as { id: string };
  const paid = await page.request.post('/api/collections/payments/records', {
    headers,
    data: { lesson: id, method: 'card', cardNumber: cards.accepted },
  });
  expect(paid.status(), await paid.text()).toBe(200);
  return id;
}
