import { describe, expect, test } from 'vitest';
import { emptyRoad, planRoad, type RoadFacts } from './licence-road.ts';

const today = '2026-11-22';
const theory = { enrolledOn: '2026-06-01', basicTheoryOn: '2026-07-01', pdlExpiresOn: '2028-06-30' };

function statesOf(facts: Partial<RoadFacts>, more: { lessons?: number; isPdlSeen?: boolean } = {}) {
  const steps = planRoad({ facts: { ...emptyRoad, ...facts }, today, lessons: 0, isPdlSeen: false, ...more });
  return Object.fromEntries(steps.map(({ step, state }) => [step, state]));
}

describe('the road to a licence (domain a2)', () => {
  test('begins with the enrolment; what needs something before it is locked', () => {
    expect(statesOf({})).toEqual({
      enrol: 'now',
      basic_theory: 'open',
      provisional_licence: 'open',
      lessons: 'open',
      final_theory: 'open',
      simulator: 'locked',
      practical_test: 'locked',
      licence: 'locked',
    });
  });

  test('the provisional licence is there once its end is known or an instructor has seen it, and lapses with its last day', () => {
    expect(statesOf({}, { isPdlSeen: true }).provisional_licence).toBe('done');
    expect(statesOf({ pdlExpiresOn: today }).provisional_licence).toBe('done');
    expect(statesOf({ pdlExpiresOn: '2026-11-21' }, { isPdlSeen: true }).provisional_licence).toBe('lapsed');
    expect(
      statesOf({ ...theory, pdlExpiresOn: '2026-11-21', testPassedOn: '2026-11-20', licensedOn: today }),
    ).toMatchObject({
      provisional_licence: 'done',
    });
  });

  test('the simulator opens with the fifth lesson', () => {
    const facts = { ...theory, finalTheoryOn: '2026-09-01' };
    expect(statesOf(facts, { lessons: 4 })).toMatchObject({ simulator: 'locked', lessons: 'now' });
    expect(statesOf(facts, { lessons: 5 })).toMatchObject({ simulator: 'now', lessons: 'open' });
  });

  test('the practical test comes after the final theory test and the simulator; one that is booked is open anyway', () => {
    const ready = { ...theory, finalTheoryOn: '2026-09-01', simulatorOn: '2026-11-01' };
    expect(statesOf(ready, { lessons: 6 }).practical_test).toBe('now');
    expect(statesOf({ ...ready, finalTheoryOn: '' }, { lessons: 6 })).toMatchObject({
      final_theory: 'now',
      practical_test: 'locked',
    });
    expect(statesOf({ testOn: '2026-12-01', testCentre: 'CDC' }).practical_test).toBe('open');
  });

  test('a theory pass that has run out must be taken again, unless the test is passed', () => {
    const old = { ...theory, basicTheoryExpiresOn: '2026-11-21' };
    expect(statesOf(old).basic_theory).toBe('lapsed');
    expect(statesOf({ ...old, basicTheoryExpiresOn: today }).basic_theory).toBe('done');
    expect(statesOf({ ...old, testPassedOn: '2026-11-20' }).basic_theory).toBe('done');
  });

  test('ends with the licence, each step with the day it was done', () => {
    const all = { ...theory, finalTheoryOn: '2026-09-01', simulatorOn: '2026-10-01', testPassedOn: '2026-11-20' };
    expect(statesOf(all, { lessons: 9 })).toMatchObject({ lessons: 'done', practical_test: 'done', licence: 'now' });
    const steps = planRoad({ facts: { ...emptyRoad, ...all, licensedOn: today }, today, lessons: 9, isPdlSeen: true });
    expect(steps.every(({ state }) => state === 'done')).toBe(true);
    expect(steps.map(({ doneOn }) => doneOn)).toEqual([
      '2026-06-01',
      '2026-07-01',
      '',
      '',
      '2026-09-01',
      '2026-10-01',
      '2026-11-20',
      today,
    ]);
  });
});
