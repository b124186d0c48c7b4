import { expect, test } from 'vitest';
import { closeInTurn } from './close-in-turn.ts';

/** Times that pass when the test says so. */
function makeTimes() {
  const ends = new Map<number, () => void>();
  return {
    wait: (ms: number) => new Promise<void>((resolve) => ends.set(ms, resolve)),
    pass: (ms: number) => ends.get(ms)?.(),
  };
}

const never = () => new Promise<void>(() => {});

test('closers that never end share one time, and the last is called in time', async () => {
  const times = makeTimes();
  const called: string[] = [];
  const closer = (name: string) => () => {
    called.push(name);
    return never();
  };
  let isOver = false;
  const closing = closeInTurn([closer('app'), closer('other'), closer('database')], () => {}, times.wait).then(() => {
    isOver = true;
  });
  expect(called).toEqual(['app']);
  times.pass(9000);
  await expect.poll(() => called).toEqual(['app', 'other', 'database']);
  expect(isOver).toBe(false);
  times.pass(12_000);
  await closing;
});

test('one that fails says so, and the next is called', async () => {
  const said: unknown[] = [];
  const closed: string[] = [];
  const fails = () => Promise.reject(new Error('stuck'));
  const ends = async () => void closed.push('database');
  await closeInTurn([fails, ends], (error) => said.push(error), makeTimes().wait);
  expect(said).toEqual([new Error('stuck')]);
  expect(closed).toEqual(['database']);
});
