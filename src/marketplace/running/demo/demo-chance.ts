import { createHash } from 'node:crypto';

/** Chance that is the same at every start: a small generator (mulberry32) seeded by a text. */
export type DemoChance = {
  /** A whole number from `from` to `to`, both included. */
  between: (from: number, to: number) => number;
  /** One of the given; the same list and seed give the same row of picks. */
  pick: <T>(choices: readonly T[]) => T;
  /** True in about `percent` of 100 cases. */
  happens: (percent: number) => boolean;
};

/** A generator whose numbers depend on `seed` alone. */
export function demoChance(seed: string): DemoChance {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    pick(choices) {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new Error('There is nothing to pick from.');
      return choice;
    },
    happens: (percent) => next() * 100 < percent,
  };
}

/** The id of a demo record: 15 characters of `[a-z0-9]` made from its kind and key, so that it never changes. */
export function demoId(kind: string, key: string): string {
  const digest = createHash('sha256').update(`${kind}:${key}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(1, 16);
}
