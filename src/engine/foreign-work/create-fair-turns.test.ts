import { expect, test } from 'vitest';
import { createFairTurns } from './create-fair-turns.ts';

/** Turns whose works end when they are told to; who had one is written down. */
function setUp({ places = 1, ofCaller = 100, waiting = 100 } = {}) {
  let nowMs = 0;
  const turns = createFairTurns({
    places,
    mostOfCaller: () => ofCaller,
    refuseCaller: () => new Error('too many of one'),
    mostWaiting: () => waiting,
    refuseAll: () => new Error('too many'),
    nowMs: () => nowMs,
  });
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const refused: string[] = [];
  const ask = (name: string, network = name, { takesMs = 0, isGuest = true } = {}) =>
    turns
      .run({ name, network, isGuest }, async (charge) => {
        begun.push(name);
        await new Promise<void>((end) => ends.push(end));
        charge(takesMs);
      })
      .catch((error: Error) => void refused.push(`${name}: ${error.message}`));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endNext = async () => {
    ends.shift()?.();
    await settle();
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ask, begun, refused, endNext, settle, pass };
}

test('[25.1] of a caller one work is done at a time, though there is a place free', async () => {
  const { ask, begun, endNext, settle } = setUp({ places: 2 });
  for (const caller of ['one', 'one', 'one', 'other']) void ask(caller, 'a network');
  await settle();
  expect(begun).toEqual(['one', 'other']);
  await endNext();
  expect(begun).toEqual(['one', 'other', 'one']);
});

test('[25.1] networks have their turns one after the other, however many callers one of them has', async () => {
  const { ask, begun, endNext, settle } = setUp();
  for (let index = 0; index < 5; index++) void ask(`crowd ${index}`, 'crowd');
  void ask('alone');
  void ask('quiet');
  await settle();
  for (let turn = 0; turn < 4; turn++) await endNext();
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'alone', 'quiet', 'crowd 2']);
});

test('[25.1] so many of one caller are waited for, and not one more; what is over counts no more', async () => {
  const { ask, refused, endNext, settle } = setUp({ ofCaller: 3 });
  for (let index = 0; index < 4; index++) void ask('one');
  await settle();
  expect(refused).toEqual(['one: too many of one']);
  await endNext();
  void ask('one');
  await settle();
  expect(refused).toHaveLength(1);
});

test('[25.1] when no more may wait, the network with most of them makes room for the others, and is refused itself', async () => {
  const { ask, begun, refused, endNext, settle } = setUp({ waiting: 4 });
  void ask('works');
  for (let index = 0; index < 4; index++) void ask(`crowd ${index}`, 'crowd');
  void ask('crowd 4', 'crowd');
  void ask('alone');
  await settle();
  expect(refused).toEqual(['crowd 4: too many', 'crowd 3: too many']);
  for (let turn = 0; turn < 5; turn++) await endNext();
  expect(begun).toEqual(['works', 'crowd 0', 'alone', 'crowd 1', 'crowd 2']);
});

test('[25.1] a network whose works take much waits for those whose works take little, until that is forgotten', async () => {
  const { ask, begun, endNext, settle, pass } = setUp();
  for (let index = 0; index < 3; index++) void ask(`costly ${index}`, 'costly', { takesMs: 2000 });
  for (let index = 0; index < 4; index++) void ask(`cheap ${index}`, 'cheap', { takesMs: 20 });
  await settle();
  for (let turn = 0; turn < 6; turn++) await endNext();
  expect(begun).toEqual(['costly 0', 'cheap 0', 'cheap 1', 'cheap 2', 'cheap 3', 'costly 1', 'costly 2']);
  await endNext();
  pass(20 * 60_000);
  void ask('works');
  await settle();
  void ask('costly 3', 'costly');
  void ask('cheap 4', 'cheap');
  await endNext();
  await endNext();
  expect(begun.slice(-2)).toEqual(['costly 3', 'cheap 4']);
});

test('[25.1] one pupil whose pictures take much keeps no other of the school waiting, whatever the school has used', async () => {
  const { ask, begun, endNext, settle } = setUp();
  const costly = { takesMs: 8000, isGuest: false };
  void ask('pupil', 'school', costly);
  await settle();
  await endNext();
  void ask('others', 'elsewhere', { takesMs: 9000 });
  await settle();
  for (let index = 0; index < 2; index++) void ask('pupil', 'school', costly);
  void ask('classmate', 'school', { takesMs: 20, isGuest: false });
  for (let turn = 0; turn < 3; turn++) await endNext();
  expect(begun).toEqual(['pupil', 'others', 'classmate', 'pupil', 'pupil']);
});
