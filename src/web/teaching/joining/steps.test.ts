import { expect, test } from 'vitest';
import { isMended, lackingSteps, missingPapers, nextStep, reasonsFor, stepAfter, stepOf, steps } from './steps.ts';
import type { Teaching } from './use-teaching.ts';

const profile = {
  status: 'draft',
  verifiedAt: '',
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

test('a profile without a language, a car, its registration or the insurance is not sent in', () => {
  const papers = ['licence', 'vehicle', 'insurance'].map((kind) => ({ kind, status: 'pending' }));
  const car = { vehiclePlate: 'SBA 1', vehicleModel: 'Vios', photo: 'me.jpg' };
  const whole = { ...profile, ...car, languages: ['Malay'], hourlyCents: 6600 };
  const lacks = (more: object) => lackingSteps(teaching(more)).map(({ name }) => name);
  expect(lacks({})).toEqual(['languages', 'prices', 'car', 'papers']);
  expect(lacks({ profile: whole, papers: papers.slice(0, 1) })).toEqual(['papers']);
  expect(lacks({ profile: { ...whole, photo: '' }, papers })).toEqual(['car']);
  expect(lacks({ profile: whole, papers })).toEqual([]);
});

test('the steps lead to one another and end', () => {
  const walked = [];
  for (let step = stepOf('classes'); step; step = stepAfter(step)) walked.push(step);
  expect(walked).toEqual(steps);
  expect(stepOf('nonsense')).toBeUndefined();
});

test('licence, registration and insurance are needed, and a refused paper is no paper', () => {
  const papers = stepOf('papers');
  const others = ['vehicle', 'insurance'].map((kind) => ({ kind, status: 'pending' }));
  const withLicence = (status: string) => teaching({ papers: [{ kind: 'licence', status }, ...others] });
  expect(papers?.isDone(withLicence('pending'))).toBe(true);
  expect(papers?.isDone(withLicence('refused'))).toBe(false);
  expect(missingPapers(teaching({ papers: [{ kind: 'licence', status: 'pending' }] }))).toEqual([
    'vehicle',
    'insurance',
  ]);
});

test('of a profile that was checked, what was seen then is enough', () => {
  const checked = { ...profile, verifiedAt: '2026-01-01 00:00:00.000Z' };
  const papers = [{ kind: 'licence', status: 'accepted' }];
  expect(stepOf('papers')?.isDone(teaching({ profile: checked, papers }))).toBe(true);
});

test('what was said of a field is shown while it is the instructor’s turn', () => {
  const last = { outcome: 'refused', reasons: { licence: 'Too dark.', name: 'Not as on the licence.' } };
  expect(reasonsFor(teaching({ last }), ['licence', 'vehicle'])).toEqual(['Instructor’s licence: Too dark.']);
  expect(reasonsFor(teaching({ last }), ['licence'])).toEqual(['Too dark.']);
  const submitted = { profile: { ...profile, status: 'submitted' }, last };
  expect(reasonsFor(teaching(submitted), ['licence'])).toEqual([]);
});

test('somebody who was sent back goes on with what was said, until something was saved since', () => {
  const last = { outcome: 'refused', reasons: { photo: 'Too dark.' }, created: '2026-11-23 10:00:00.000Z' };
  const refused = { ...profile, updated: '2026-11-23 10:00:00.020Z' };
  expect(nextStep(teaching({ profile: refused, last }))?.name).toBe('car');
  const saved = { ...refused, updated: '2026-11-23 10:05:00.000Z' };
  expect(nextStep(teaching({ profile: saved, last }))?.name).toBe('languages');
});

test('a paper that was sent after what was said of it counts as mended', () => {
  const papersStep = stepOf('papers');
  if (!papersStep) throw new Error('no such step');
  const last = { outcome: 'refused', reasons: { insurance: 'Too dark.' }, created: '2026-11-23 10:00:00.000Z' };
  const sent = (created: string) => teaching({ last, papers: [{ kind: 'insurance', status: 'pending', created }] });
  expect(isMended(sent('2026-11-23 09:00:00.000Z'), papersStep)).toBe(false);
  expect(isMended(sent('2026-11-23 10:30:00.000Z'), papersStep)).toBe(true);
});
