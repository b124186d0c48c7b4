import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { TakenBackLine } from '#wire/chargebacks.ts';
import { TakenBackCard } from './TakenBackCard.tsx';

const lesson = { id: 'one', status: 'disputed', start: '2098-12-01T02:30:00Z', end: '2098-12-01T04:00:00Z' };
const open: TakenBackLine = {
  status: 'open',
  opened: '2098-12-02T02:30:00Z',
  decided: null,
  hasWaited: true,
  isBesideCase: false,
};
const decided = '2099-01-04T02:30:00Z';

function said(line: TakenBackLine, side: 'learner' | 'instructor'): string {
  const queries = new QueryClient();
  queries.setQueryData(['lesson', lesson.id, 'chargebacks'], { items: [line] });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <TakenBackCard lesson={lesson} side={side} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('[rule 21] the page of a lesson says to each side what waits while the learner’s bank takes its payment back', () => {
  const learners = said({ ...open, amountCents: 6600, coveredCents: 0 }, 'learner');
  expect(learners).toContain('Your bank is taking the payment back');
  expect(learners).toContain('S$66.00');
  expect(learners).toContain('you can’t make a claim about it here');
  const instructors = said(open, 'instructor');
  expect(instructors).toContain('waits until the bank has decided');
  expect(instructors).not.toContain('S$');
});

test('[rule 21] once the bank decided it says that nothing waits, and where the money is', () => {
  const won: TakenBackLine = { ...open, status: 'won', decided };
  expect(said({ ...won, amountCents: 6600, coveredCents: 6600 }, 'learner')).toContain('is your credit now');
  expect(said({ ...won, amountCents: 6600, coveredCents: 0 }, 'learner')).toContain(
    'Your bank gave the money back to us, and nothing else',
  );
  expect(said({ ...won, status: 'lost', amountCents: 6600 }, 'learner')).toContain('stays with you');
  expect(said(won, 'instructor')).toContain(
    'None of the instructor’s money for this lesson is waiting for the bank any more.',
  );
  expect(said(won, 'instructor')).not.toContain('keeps');
  expect(said({ ...won, status: 'lost' }, 'instructor')).toContain(
    'What the learner’s bank keeps is not taken from the',
  );
});

test('[rule 21] of a lesson that never waited for the bank it does not say that it no longer does, and of one that was called off that money we had covers it', () => {
  const off: TakenBackLine = { ...open, status: 'lost', decided, hasWaited: false };
  expect(said(off, 'instructor')).toContain('None of the instructor’s money for this lesson is waiting for the bank.');
  expect(said({ ...off, amountCents: 6600, coveredCents: 6600 }, 'learner')).toContain(
    'Covered by money we held for you',
  );
  expect(said({ ...off, amountCents: 6600, coveredCents: 6600 }, 'instructor')).toContain(
    'Covered by money we held for the learner',
  );
});

test('[rule 21] of a lesson that a claim is about, too, its learner reads that this goes on, its instructor that the money waits', () => {
  const beside = { ...open, isBesideCase: true };
  expect(said({ ...beside, amountCents: 6600, coveredCents: 0 }, 'learner')).not.toContain('you can’t make a claim');
  expect(said(beside, 'instructor')).toContain('waits until the bank has decided');
});
