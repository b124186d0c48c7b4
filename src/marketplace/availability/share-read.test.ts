import { expect, it } from 'vitest';
import { shareRead } from './share-read.ts';

/** A source whose answers come when the test says so; each answer is the number of its asking. */
function scene() {
  const open: Array<{ key: string; answer: () => void; fail: (error: Error) => void }> = [];
  let asked = 0;
  const read = shareRead((key) => {
    const number = ++asked;
    return new Promise<number>((resolve, reject) => open.push({ key, answer: () => resolve(number), fail: reject }));
  });
  return { open, read };
}

it('answers everybody who came while a question was under way with one question that begins later', async () => {
  const { open, read } = scene();
  const first = read('a');
  const second = read('a');
  const third = read('a');
  expect(open).toHaveLength(1);
  open[0]?.answer();
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(open).toHaveLength(2);
  open[1]?.answer();
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

it('asks anew for who comes after the last answer', async () => {
  const { open, read } = scene();
  const first = read('a');
  open[0]?.answer();
  await first;
  const second = read('a');
  open[1]?.answer();
  expect(await second).toBe(2);
});

it('keeps keys apart', () => {
  const { open, read } = scene();
  void read('a');
  void read('b');
  expect(open.map(({ key }) => key)).toEqual(['a', 'b']);
});

it('goes on after a question that failed', async () => {
  const { open, read } = scene();
  const first = read('a');
  const second = read('a');
  open[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  open[1]?.answer();
  expect(await second).toBe(2);
});
