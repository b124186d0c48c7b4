import { expect, test } from 'vitest';
import { createFairTurns } from './create-fair-turns.ts';

/** Turns whose works end when they are told to; who had one is written down. */
function setUp({ places = 1, ofCaller = 100, waiting = 100 } = {}) {
  const turns = createFairTurns({
    places,
    mostOfCaller: () => ofCaller,
    refuseCaller: () => new Error('too many of one'),
    mostWaiting: () => waiting,
    refuseAll: () => new Error('too many'),
  });
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const refused: string[] = [];
  const ask = (caller: string, network = caller) =>
    turns
      .run({ caller, network }, () => {
        begun.push(caller);
        return new Promise<void>((end) => ends.push(end));
      })
      .catch((error: Error) => void refused.push(`${caller}: ${error.message}`));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endNext = async () => {
    ends.shift()?.();
    await settle();
  };
  return { ask, begun, refused, endNext, settle };
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
