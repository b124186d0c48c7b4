import { expect, test } from 'vitest';
import { nextStep, reasonsFor, stepAfter, stepOf, steps } from './steps.ts';
import type { Teaching } from './use-teaching.ts';

const profile = {
  status: 'draft',
  name: 'Mei',
  licenceClasses: ['3A'],
  areas: ['Bedok'],
  languages: [],
  hourlyCents: 0,
  lessonMinutes: [60],
  photo: '',
  vehiclePlate: '',
  vehicleModel: '',
};
const teaching = (more: object) =>
  ({ profile, papers: [], requests: [], last: undefined, hasHours: false, ...more }) as unknown as Teaching;

test('one goes on with the first step that lacks something, whatever was done after it', () => {
  expect(nextStep(teaching({ hasHours: true }))?.name).toBe('languages');
  expect(nextStep(teaching({ profile: { ...profile, languages: ['Malay'] } }))?.name).toBe('prices');
});

test('the steps lead to one another and end', () => {
  const walked = [];
  for (let step = stepOf('classes'); step; step = stepAfter(step)) walked.push(step);
  expect(walked).toEqual(steps);
  expect(stepOf('nonsense')).toBeUndefined();
});

test('a refused paper is no paper', () => {
  const papers = stepOf('papers');
  const withLicence = (status: string) => teaching({ papers: [{ kind: 'licence', status }] });
  expect(papers?.isDone(withLicence('pending'))).toBe(true);
  expect(papers?.isDone(withLicence('refused'))).toBe(false);
});

test('what was said of a field is shown while it is the instructor’s turn', () => {
  const last = { outcome: 'refused', reasons: { licence: 'Too dark.', name: 'Not as on the licence.' } };
  expect(reasonsFor(teaching({ last }), ['licence', 'vehicle'])).toEqual(['Too dark.']);
  const submitted = { profile: { ...profile, status: 'submitted' }, last };
  expect(reasonsFor(teaching(submitted), ['licence'])).toEqual([]);
});
