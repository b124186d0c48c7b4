import { expect, test } from 'vitest';
import { edgeSpeed } from './edge-scroll.ts';

test.each([
  [400, 0],
  [112, 0],
  [56, -7],
  [0, -14],
  [-50, -14],
  [688, 0],
  [744, 7],
  [800, 14],
  [900, 14],
])('what is dragged at %s of 800 pixels scrolls the page by %s', (y, pixels) => {
  expect(edgeSpeed(y, 800)).toBe(pixels);
});
