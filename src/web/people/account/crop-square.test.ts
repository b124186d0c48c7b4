import { describe, expect, test } from 'vitest';
import { moved, squareOf, unframed } from './crop-square.ts';

const wide = { width: 400, height: 200 };

describe('the square of a picture', () => {
  test('is the middle at first, as large as fits', () => {
    expect(squareOf(wide, unframed)).toEqual({ left: 100, top: 0, side: 200 });
  });

  test('reaches every edge and no further', () => {
    expect(squareOf(wide, { zoom: 2, x: -1, y: -1 })).toEqual({ left: 0, top: 0, side: 100 });
    expect(squareOf(wide, { zoom: 2, x: 1, y: 1 })).toEqual({ left: 300, top: 100, side: 100 });
  });

  test('follows the finger: pulling the picture to the right shows more of its left', () => {
    const framing = moved(wide, unframed, { right: 0.25, down: 0 });
    expect(squareOf(wide, framing)).toEqual({ left: 50, top: 0, side: 200 });
  });

  test('stays inside, and does not move where there is no room', () => {
    const framing = moved(wide, unframed, { right: 9, down: 1 });
    expect(framing).toEqual({ zoom: 1, x: -1, y: 0 });
  });
});
