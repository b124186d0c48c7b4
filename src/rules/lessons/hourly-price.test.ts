import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { hourlyRange, priceWithSurcharge } from './hourly-price.ts';
import { lessonCents, quoteLesson, totalCents } from './quote-lesson.ts';

test('the price of a length is that of its quote, to the cent', () => {
  const prices = {
    hourlyCents: 6655,
    eveningSurchargePercent: 7,
    weekendSurchargePercent: 13,
    timezone: 'Asia/Singapore',
  };
  const saturdayMs = Temporal.Instant.from('2026-11-21T10:00:00+08:00').epochMilliseconds;
  for (const minutes of [45, 50, 60, 90, 100]) {
    const cents = priceWithSurcharge(prices.hourlyCents, minutes, 13);
    expect(cents).toBe(totalCents(quoteLesson(prices, saturdayMs, minutes)));
    expect(cents).toBe(lessonCents(prices, saturdayMs, minutes));
  }
});

test('an hour costs most at the time with the higher surcharge, and never less than the plain price', () => {
  const plain = { hourlyCents: 6600, eveningSurchargePercent: 0, weekendSurchargePercent: 0 };
  expect(hourlyRange(plain)).toEqual({ fromCents: 6600, toCents: 6600 });
  expect(hourlyRange({ ...plain, eveningSurchargePercent: 10, weekendSurchargePercent: 20 })).toEqual({
    fromCents: 6600,
    toCents: 7920,
  });
});
