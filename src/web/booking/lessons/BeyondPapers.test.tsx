import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Lesson } from '../../platform/records/lesson-record.ts';
import { BeyondPapers } from './BeyondPapers.tsx';

const lesson = {
  id: 'one',
  status: 'confirmed',
  start: '2098-12-01T02:30:00Z',
  durationMinutes: 90,
  expand: { instructor: { licenceClasses: ['3A', '3'], timezone: 'Asia/Singapore' } },
} as Lesson;

function said(isBeyondPapers: boolean, side: 'learner' | 'instructor'): string {
  const queries = new QueryClient();
  queries.setQueryData(['cancelTerms', lesson.id, lesson.start], { isBeyondPapers });
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <BeyondPapers lesson={lesson} side={side} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a lesson after the last day of its instructor’s papers offers its learner who else is free at that time', () => {
  expect(said(true, 'learner')).toContain(
    'href="/instructors?licenceClass=3A&amp;from=2098-12-01&amp;to=2098-12-01&amp;afterMinute=630&amp;beforeMinute=720"',
  );
  expect(said(true, 'instructor')).not.toContain('/instructors?');
  expect(said(false, 'learner')).toBe('');
});
