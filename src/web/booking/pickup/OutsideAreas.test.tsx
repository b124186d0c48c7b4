import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import { OutsideAreas } from './OutsideAreas.tsx';

const instructor = { id: 'one', name: 'Ravi', areas: ['Bedok'], licenceClasses: ['3A'], timezone: 'Asia/Singapore' };

const said = (postalCode: string, areas = instructor.areas) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <OutsideAreas
        instructor={{ ...instructor, areas } as Instructor}
        postalCode={postalCode}
        start="2026-12-01T02:00:00Z"
      />
    </MemoryRouter>,
  );

test('a pick-up outside the instructor’s areas is told with the way to who teaches there that day; within them nothing is', () => {
  const outside = said('600103');
  expect(outside).toContain('Bedok');
  expect(outside).toContain(
    'href="/instructors?area=Jurong+East&amp;licenceClass=3A&amp;from=2026-12-01&amp;to=2026-12-01"',
  );
  expect(said('460085')).toBe('');
  // Nobody knows where who names no area teaches.
  expect(said('600103', [])).toBe('');
});
