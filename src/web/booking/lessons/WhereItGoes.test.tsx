import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { WhereItGoes } from './WhereItGoes.tsx';

const shown = (returnedCents: number) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <WhereItGoes
        lesson="lesson000000001"
        sums={{ refundCents: 3300, creditCents: 0, toCreditCents: 3300, returnedCents }}
        isChosen
      />
    </MemoryRouter>,
  );

test('who chose credit is told that what came back later goes the way it was paid', () => {
  expect(shown(0)).toMatch(/What was refunded at once became credit, as you chose/);
  expect(shown(0)).not.toMatch(/later/);
  expect(shown(3000)).toMatch(/later goes back the way you paid/);
});
