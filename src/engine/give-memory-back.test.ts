import { expect, test } from 'vitest';
import { createMemoryWatch } from './give-memory-back.ts';

const mebibyte = 1024 * 1024;

/** A process as it is now, and what a collection leaves of its memory. */
function watched(startMb: number) {
  const process = { mb: startMb, busy: 0, leaves: startMb, collections: 0 };
  const watch = createMemoryWatch({
    bytes: () => process.mb * mebibyte,
    busyShare: () => process.busy,
    collect() {
      process.collections++;
      process.mb = process.leaves;
    },
  });
  const look = (now: Partial<typeof process>) => {
    Object.assign(process, now);
    watch.look();
    return process.collections;
  };
  return look;
}

test('[11.15] memory that was taken is given back once there is little to do', () => {
  const look = watched(100);
  expect(look({ mb: 300, busy: 0.9, leaves: 110 })).toBe(0);
  expect(look({ busy: 0.05 })).toBe(1);
});

test('who took little, or was relieved already, is left alone', () => {
  const look = watched(100);
  expect(look({ mb: 120 })).toBe(0);
  expect(look({ mb: 300, leaves: 290 })).toBe(1);
  // What is used is no reason to look for it again and again.
  expect(look({ mb: 295 })).toBe(1);
  expect(look({ mb: 320 })).toBe(2);
});

test('what was given back by itself and taken anew counts', () => {
  const look = watched(300);
  expect(look({ mb: 100, busy: 0.5, leaves: 100 })).toBe(0);
  expect(look({ mb: 150, busy: 0 })).toBe(1);
});
