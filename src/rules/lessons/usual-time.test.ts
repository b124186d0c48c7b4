import { expect, test } from 'vitest';
import { isUsual, startsToOffer, usualTime } from './usual-time.ts';

const at = (weekday: number, minute: number) => ({ weekday, minute });

test('the usual time is the commonest weekday with the middle of its starts', () => {
  expect(usualTime([at(3, 600), at(6, 540), at(6, 660), at(6, 600)])).toEqual(at(6, 600));
  expect(usualTime([])).toBeUndefined();
});

test('of two weekdays as common as each other the one of the later lesson counts', () => {
  expect(usualTime([at(3, 600), at(6, 540)])).toEqual(at(3, 600));
});

test('starts near the usual time come first, then other days near the hour, one a day, sooner before later', () => {
  const starts = [
    { day: 1, ...at(1, 600) },
    { day: 1, ...at(1, 900) },
    { day: 2, ...at(2, 1200) },
    { day: 6, ...at(6, 480) },
    { day: 6, ...at(6, 630) },
    { day: 13, ...at(6, 600) },
    { day: 20, ...at(6, 1080) },
  ];
  const found = startsToOffer(starts, at(6, 600), 5).map(({ day, minute }) => [day, minute]);
  expect(found).toEqual([
    [6, 630],
    [13, 600],
    [1, 600],
    [20, 1080],
    [2, 1200],
  ]);
  expect(isUsual(at(6, 630), at(6, 600))).toBe(true);
  expect(isUsual(at(1, 600), at(6, 600))).toBe(false);
});

test('without a usual time the first start of each day is offered', () => {
  const starts = [
    { day: 2, ...at(2, 700) },
    { day: 2, ...at(2, 600) },
    { day: 1, ...at(1, 900) },
  ];
  expect(startsToOffer(starts, undefined, 2).map(({ day, minute }) => [day, minute])).toEqual([
    [1, 900],
    [2, 700],
  ]);
});
