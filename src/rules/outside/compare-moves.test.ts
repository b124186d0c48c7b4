import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareMoves, type Move } from './compare-moves.ts';

const move = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  cents: fc.integer({ min: -10_000, max: 10_000 }).filter((cents) => cents !== 0),
  atMs: fc.nat(20),
});
const moves = fc.array(move, { maxLength: 12 });
const sum = (of: readonly Move[]) => of.reduce((total, { cents }) => total + cents, 0);

describe('comparing what moved here with what moved outside', () => {
  test('[26.15] finds nothing where both sides say the same, in whatever order', () => {
    fc.assert(
      fc.property(
        moves.chain((here) => fc.tuple(fc.constant(here), fc.shuffledSubarray(here, { minLength: here.length }))),
        ([here, there]) => {
          expect(compareMoves(here, there)).toEqual([]);
        },
      ),
    );
  });

  test('the differences are together what the sides differ by, and the order of moves changes nothing', () => {
    fc.assert(
      fc.property(moves, moves, (here, there) => {
        const found = compareMoves(here, there);
        expect(found.reduce((total, { cents }) => total + cents, 0)).toBe(sum(there) - sum(here));
        expect(compareMoves(here.toReversed(), there.toReversed())).toEqual(found);
        expect(found.map(({ sinceMs }) => sinceMs)).toEqual(
          found.map(({ sinceMs }) => sinceMs).toSorted((a, b) => a - b),
        );
      }),
    );
  });

  test('each side sees the other’s differences, and none is of something that both sum up to the same', () => {
    const other = { here: 'there', there: 'here', amount: 'amount' } as const;
    fc.assert(
      fc.property(moves, moves, (here, there) => {
        const mirrored = compareMoves(there, here).map(({ side, hereCents, thereCents, cents, ...found }) => ({
          ...found,
          side: other[side],
          hereCents: thereCents,
          thereCents: hereCents,
          cents: cents === 0 ? 0 : -cents,
        }));
        const found = compareMoves(here, there);
        expect(mirrored).toEqual(found);
        const differing = new Set(found.map(({ key }) => key));
        for (const key of ['a', 'b', 'c', 'd']) {
          const of = (side: readonly Move[]) => sum(side.filter((one) => one.key === key));
          expect(differing.has(key)).toBe(of(here) !== of(there));
        }
      }),
    );
  });

  test('what one side lacks is found with its side, its cents and its time, and nothing else is', () => {
    fc.assert(
      fc.property(moves, move, fc.boolean(), (both, extra, isHere) => {
        const lone = { ...extra, key: 'lone' };
        const [here, there] = isHere ? [[...both, lone], both] : [both, [lone, ...both]];
        expect(compareMoves(here, there)).toEqual([
          {
            key: 'lone',
            side: isHere ? 'there' : 'here',
            hereCents: isHere ? lone.cents : 0,
            thereCents: isHere ? 0 : lone.cents,
            cents: isHere ? -lone.cents : lone.cents,
            sinceMs: lone.atMs,
          },
        ]);
      }),
    );
  });

  test('a difference is as old as the first move after both last agreed', () => {
    const [came, back] = [
      { key: 'pi_1', cents: 6600, atMs: 10 },
      { key: 'pi_1', cents: -6600, atMs: 50 },
    ];
    const booked = { ...came, atMs: 12 };
    expect(compareMoves([booked], [came, back])).toEqual([
      { key: 'pi_1', side: 'amount', hereCents: 6600, thereCents: 0, cents: -6600, sinceMs: 50 },
    ]);
    expect(compareMoves([], [came])).toMatchObject([{ side: 'here', sinceMs: 10 }]);
    expect(compareMoves([{ ...booked, cents: 6000 }], [came])).toMatchObject([
      { side: 'amount', cents: 600, sinceMs: 10 },
    ]);
  });
});
