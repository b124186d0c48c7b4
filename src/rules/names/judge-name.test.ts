import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanName, judgeName } from './judge-name.ts';

describe('[25.6] [25.36] a name', () => {
  test.each([
    'Tan Ah Kow @ Peter',
    'Tan Ah Kow @ Peter Tan',
    'Muthu s/o Raman',
    'KAVITHA D/O KUMAR',
    'Vijay a/l Ganesan',
    'Mala A/P Ravi',
    'Siti Nurhaliza binte Ahmad',
    'Muhammad bin Abdullah',
    "D'Souza, Mary-Anne",
    'Nur ‘Ain',
    'J.P. Tan',
    'St. John Lim',
    'Dr. Lee Hsien',
    'Jr. Abdul',
    'Lim Mei Ling (Mrs)',
    '陈美玲',
    'தமிழ்ச்செல்வி',
    'Ng',
    'Ang Mo Kio 3rd',
    'Person 12',
    'Henry VIII',
    'José Ñandú',
    'One Two',
    'Nine Lim',
    '',
  ])('may be %s', (name) => {
    expect(judgeName(name)).toBeUndefined();
    expect(cleanName(name)).toBe(name);
  });

  test.each([
    ['Ali 91234567', 'digits', 'Ali'],
    ['Ali 9123 4567', 'digits', 'Ali'],
    ['Ali 9-1-2-3', 'digits', 'Ali'],
    ['Ali ９１２３４５６７', 'digits', 'Ali'],
    ['Ali ٩١٢٣٤٥٦٧', 'digits', 'Ali'],
    ['Lim 1998', 'digits', 'Lim'],
    ['Ali nine one two three four five six seven', 'address', ''],
    ['Tan 九一二三四五六七', 'address', 'Tan'],
    ['IG Johntan', 'address', 'Johntan'],
    ['Johntan at gmail', 'address', ''],
    ['ali@example.com', 'sign', ''],
    ['Ali (at) mail (dot) com', 'address', ''],
    ['Ali @peter', 'sign', 'Ali'],
    ['Ali@Peter', 'sign', ''],
    ['Ali ＠ali', 'sign', 'Ali'],
    ['https://evil.example/x', 'sign', ''],
    ['Ali https://evil.example/x', 'sign', 'Ali'],
    ['Mei wa.me/6591234567', 'sign', 'Mei'],
    ['Click evil.example', 'address', 'Click'],
    ['Click evil。example', 'address', 'Click'],
    ['Ali c/o Bala', 'sign', 'Ali Bala'],
    ['Ali a/b', 'sign', 'Ali'],
    ['Ali s/o/x', 'sign', 'Ali'],
    ['Ali \\ Bala', 'sign', 'Ali Bala'],
    ['Ali\u202egnp', 'characters', 'Alignp'],
    ['Ali\u0000', 'characters', 'Ali'],
    ['Ali\nBala', 'characters', 'AliBala'],
    ['A\u200bli', 'characters', 'Ali'],
    ['S1234567D', 'nric', ''],
    ['Tan S1234567D', 'nric', 'Tan'],
    // What was tried around these.
    ['visit evilsite dot com', 'address', ''],
    ['Ali evil·com', 'address', 'Ali'],
    ['Ali evil[.]com', 'address', 'Ali'],
    ['Ali <b>', 'sign', 'Ali'],
    ['sembilan satu dua tiga empat lima enam tujuh', 'address', ''],
    ['t\u0435legram', 'characters', ''],
    ['Kerbside Support', 'ours', 'Support'],
    ['K e r b s i d e Refunds', 'ours', ''],
  ])('is not %s', (name, problem, cleaned) => {
    expect([judgeName(name), cleanName(name)]).toEqual([problem, cleaned]);
  });

  test('of the operator may have a number that nobody is reached by', () => {
    expect(cleanName('Instructor 000123', { isOperators: true })).toBe('Instructor 000123');
    expect(cleanName('Instructor 9123 4567', { isOperators: true })).toBe('Instructor');
    expect(cleanName('Ali @ali 0001', { isOperators: true })).toBe('Ali');
  });

  test('is one once it is cleaned, whatever came', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom(
          'Tan',
          ' @ ',
          '@',
          '/',
          's/o',
          '91234567',
          '9 1 2 3',
          'a.bc',
          '.',
          'S1234567D',
          'nine ',
          '\u202e',
          ' at ',
          ' dot ',
          'com',
        ),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const cleaned = cleanName(parts.join(''));
        expect(judgeName(cleaned)).toBeUndefined();
        expect(cleanName(cleaned)).toBe(cleaned);
      }),
      { numRuns: 1000 },
    );
  });
});
