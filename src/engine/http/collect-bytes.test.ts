import { expect, test } from 'vitest';
import { collectBytes } from './collect-bytes.ts';

const piece = (length: number, value: number) => Buffer.alloc(length, value);

test('pieces come out together, in their order', () => {
  const collected = collectBytes(1_000_000);
  collected.add(piece(70_000, 1));
  collected.add(piece(1, 2));
  collected.add(piece(200_000, 3));
  expect(collected.bytes()).toEqual(Buffer.concat([piece(70_000, 1), piece(1, 2), piece(200_000, 3)]));
  expect(collectBytes(10).bytes().length).toBe(0);
});

test('nobody gets the memory that was only announced, and what is no longer needed is given back at once', () => {
  const collected = collectBytes(30_000_000);
  collected.add(piece(100_000, 1));
  const { buffer } = collected.bytes();
  expect(buffer.byteLength).toBeLessThanOrEqual(200_000);
  collected.free();
  expect(buffer.byteLength).toBe(0);
});

test('the memory is never more than may come', () => {
  const collected = collectBytes(100_000);
  for (let count = 0; count < 10; count++) collected.add(piece(10_000, count));
  expect(collected.bytes().buffer.byteLength).toBe(100_000);
});
