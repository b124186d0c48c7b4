import { expect, test } from 'vitest';
import type { Profile } from '../../records/profile-record.ts';
import { queueOf } from './case-record.ts';

const profile = (id: string, updated = '2026-11-20') => ({ id, updated }) as Profile;
const nothing = { profiles: [], papers: [], changes: [], suspensions: [] };
type Papers = Parameters<typeof queueOf>[0]['papers'];
type Suspensions = Parameters<typeof queueOf>[0]['suspensions'];

test('whoever has waited longest is first, after suspensions', () => {
  const suspensions = [{ id: 's', created: '2026-11-22', expand: { instructor: profile('x') } }] as Suspensions;
  const profiles = [profile('late', '2026-11-21'), profile('early', '2026-11-19')];
  expect(queueOf({ ...nothing, profiles, suspensions }).map(({ id }) => id)).toEqual(['s', 'early', 'late']);
});

test('several papers of one instructor are one case', () => {
  const paper = (created: string) => ({ instructor: 'a', created, expand: { instructor: profile('a') } });
  const papers = [paper('2026-11-18'), paper('2026-11-19')] as Papers;
  expect(queueOf({ ...nothing, papers })).toMatchObject([{ what: 'papers', id: 'a', since: '2026-11-18' }]);
});
