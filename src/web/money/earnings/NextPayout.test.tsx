import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { PolicyProvider } from '../../platform/ground/use-policy.ts';
import { NextPayout } from './EarningsSums.tsx';

const nextPayout = { date: '2026-11-25', amountCents: 5940 };
const balance = { payableCents: 5940, waitingCents: 9075, minimumPayoutCents: 2000, nextPayout };

function shown(changes: Partial<Parameters<typeof NextPayout>[0]['balance']>): string {
  return renderToStaticMarkup(
    <PolicyProvider value={firstPolicyValues}>
      <MemoryRouter>
        <NextPayout balance={{ ...balance, ...changes }} instructor="instructor00001" />
      </MemoryRouter>
    </PolicyProvider>,
  );
}

test('what is settled and not in the next payout is said beside it, and nothing where all is in it', () => {
  expect(shown({})).toContain('S$90.75 more comes later');
  expect(shown({ waitingCents: 0 })).not.toContain('more comes later');
  // What is payable already waits for the least payout; what is not yet is said by itself.
  expect(shown({ payableCents: 1500, waitingCents: 500, nextPayout: null })).toContain('S$5.00 more comes later');
});
