import { expect, test } from 'vitest';
import { areaBetween, areaOfWhole, sizeOf, wholePicture, withSide } from './picture-area.ts';

test('an area is the same whichever way it was drawn, and stays inside the picture', () => {
  const drawn = areaBetween({ x: 0.8, y: 0.9 }, { x: 0.2, y: 1.4 });
  expect(drawn).toEqual({ left: 0.2, top: 0.9, right: 0.8, bottom: 1 });
  expect(areaBetween({ x: 0.2, y: 1.4 }, { x: 0.8, y: 0.9 })).toEqual(drawn);
});

test('a tap covers a spot, also at the very edge', () => {
  const { left, right } = areaBetween({ x: 1, y: 1 }, { x: 1, y: 1 });
  expect(right - left).toBeGreaterThan(0.01);
});

test('a side never passes the one across', () => {
  expect(withSide(wholePicture, 'left', 2).left).toBeLessThan(1);
  expect(withSide(wholePicture, 'bottom', -1).bottom).toBeGreaterThan(0);
});

test('what was covered on the cut picture is covered on the whole one', () => {
  const kept = { left: 0.5, top: 0, right: 1, bottom: 0.5 };
  expect(areaOfWhole(kept, { left: 0, top: 0.5, right: 1, bottom: 1 })).toEqual({
    left: 0.5,
    top: 0.25,
    right: 1,
    bottom: 0.5,
  });
});

test('what leaves the device has no side longer than asked, and is never made larger', () => {
  expect(sizeOf({ width: 4000, height: 3000 }, wholePicture, 2000)).toEqual({ width: 2000, height: 1500 });
  expect(sizeOf({ width: 400, height: 300 }, wholePicture, 2000)).toEqual({ width: 400, height: 300 });
});
