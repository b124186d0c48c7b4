import { expect, test } from 'vitest';
import type { Paper } from '../../../platform/records/profile-record.ts';
import {
  checklist,
  checksOf,
  type Findings,
  inTheWay,
  itemsWithoutPaper,
  reasonsOf,
  startingFindings,
} from './checklist.ts';

const right = { state: 'right', date: '2027-06-30', reason: '' } as const;
const allRight: Findings = Object.fromEntries(checklist.map(({ kind }) => [kind, right]));

test('nobody is accepted before everything needed was looked at and has its date', () => {
  expect(inTheWay(allRight)).toBeUndefined();
  expect(inTheWay({ ...allRight, vehicle: { ...right, state: '' } })?.kind).toBe('vehicle');
  expect(inTheWay({ ...allRight, insurance: { ...right, date: '' } })?.kind).toBe('insurance');
  expect(inTheWay({ ...allRight, medical: { ...right, state: '' } })).toBeUndefined();
  expect(inTheWay({ ...allRight, age: { ...right, state: '' } })?.kind).toBe('age');
  expect(inTheWay({ ...allRight, age: { ...right, date: '' } })?.kind).toBe('age');
  expect(inTheWay({ ...allRight, medical: { ...right, state: 'wrong' } })?.kind).toBe('medical');
});

test('what was found right is written down with the day, dates only where something ends', () => {
  const checks = checksOf(allRight, '2026-11-22');
  expect(checks).toHaveLength(checklist.length);
  expect(checks[0]).toEqual({ kind: 'tp_list', checkedOn: '2026-11-22', expiresOn: '', note: '' });
  expect(checks[1]).toMatchObject({ kind: 'licence', expiresOn: '2027-06-30' });
});

test('two things wrong with one paper are one reason', () => {
  const wrong = (reason: string) => ({ state: 'wrong', date: '', reason }) as const;
  const findings = { vehicle: wrong('Not for instruction.'), dual_controls: wrong('No second brake.'), photo: right };
  expect(reasonsOf(findings)).toEqual({ vehicle: 'Not for instruction. No second brake.' });
});

test('what was checked before stays checked unless a new paper of it came', () => {
  const before = [
    { kind: 'licence', checkedOn: '2025-11-22', expiresOn: '2027-06-30', note: '' },
    { kind: 'insurance', checkedOn: '2025-11-22', expiresOn: '2026-11-30', note: '' },
  ];
  const papers = [{ kind: 'insurance', status: 'pending', expiresOn: '2027-11-30' }] as Paper[];
  const findings = startingFindings({ papers, before, retiresOn: '2031-05-02' });
  expect(findings.licence).toEqual({ state: 'right', date: '2027-06-30', reason: '', seenBefore: '2025-11-22' });
  expect(checksOf(findings, '2026-11-22')).toContainEqual(
    expect.objectContaining({ kind: 'licence', checkedOn: '2025-11-22' }),
  );
  expect(findings.insurance).toEqual({ state: '', date: '2027-11-30', reason: '' });
  expect(findings.age).toMatchObject({ state: '', date: '2031-05-02' });
});

test('what is seen on a paper can be right only where such a paper is there, or was seen before', () => {
  const without = (papers: object[], before: object[] = []) =>
    itemsWithoutPaper({ papers: papers as Paper[], before: before as never }).map(({ kind }) => kind);
  expect(without([])).toEqual(['licence', 'vehicle', 'insurance', 'medical']);
  const [licence, refused] = [
    { kind: 'licence', status: 'pending' },
    { kind: 'vehicle', status: 'refused' },
  ];
  expect(without([licence, refused], [{ kind: 'insurance' }])).toEqual(['vehicle', 'medical']);
});
