import { expect, test } from 'vitest';
import type { Profile } from '../../../platform/records/profile-record.ts';
import { queueOf } from './case-record.ts';

type Waiting = Parameters<typeof queueOf>[0];

const profile = (id: string, updated = '2026-11-20') => ({ id, updated }) as Profile;
const nothing = { profiles: [], papers: [], changes: [], suspensions: [] };

test('whoever has waited longest is first, after suspensions', () => {
  const suspension: Partial<Waiting['suspensions'][number]> = {
    id: 's',
    created: '2026-11-22',
    expand: { instructor: profile('x') },
  };
  const suspensions = [suspension] as Waiting['suspensions'];
  const profiles = [profile('late', '2026-11-21'), profile('early', '2026-11-19')];
  expect(queueOf({ ...nothing, profiles, suspensions }).map(({ id }) => id)).toEqual(['s', 'early', 'late']);
});

test('a profile waits since it was sent in last, whatever of it changed afterwards', () => {
  const sentIn = {
    ...profile('a', '2026-11-24'),
    expand: { instructor_submissions_via_instructor: [{ created: '2026-11-18' }, { created: '2026-11-22' }] },
  };
  const profiles = [profile('b', '2026-11-23'), sentIn];
  expect(queueOf({ ...nothing, profiles })).toMatchObject([
    { id: 'a', since: '2026-11-22' },
    { id: 'b', since: '2026-11-23' },
  ]);
});

test('several papers of one instructor are one case', () => {
  const paper = (created: string): Partial<Waiting['papers'][number]> => ({
    instructor: 'a',
    created,
    expand: { instructor: profile('a') },
  });
  const papers = [paper('2026-11-18'), paper('2026-11-19')] as Waiting['papers'];
  expect(queueOf({ ...nothing, papers })).toMatchObject([{ what: 'papers', id: 'a', since: '2026-11-18' }]);
});
