import { expect, test } from 'vitest';
import { separateExplained } from './separate-explained.ts';

const sides = { reference: 'po_1', part: 'money', currency: 'sgd', hereCents: 0, thereCents: 6600 };
const why = { reason: 'A top-up by hand.', explainedByName: 'Faridah', explainedAt: '2026-11-29T00:00:00.000Z' };

test('[26.33] a difference is explained while both sides have the sums that it was explained with', () => {
  const difference = { ...sides, kind: 'refund' };
  expect(separateExplained([difference], [{ ...sides, ...why }])).toEqual({
    open: [],
    explained: [{ ...difference, ...why }],
  });
  for (const other of [
    { thereCents: 6601 },
    { hereCents: 100 },
    { part: 'fee' },
    { currency: 'usd' },
    { reference: 'po_2' },
  ]) {
    const changed = { ...difference, ...other };
    expect(separateExplained([changed], [{ ...sides, ...why }])).toEqual({ open: [changed], explained: [] });
  }
});
