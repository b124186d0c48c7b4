import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { addDays } from './demo-dates.ts';
import { demoInstructors } from './demo-instructors.ts';
import { paperEndsOf } from './demo-paper-ends.ts';
import { instructorId } from './demo-people.ts';

/** The rows of the demo's papers, seen from `today`: what was checked of each instructor, and one that was sent in anew. Without pictures. */
export function paperRows(today: string, nowIso: string): DemoRow[] {
  const accepted = demoInstructors.flatMap((instructor) =>
    Object.entries({ ...paperEndsOf(instructor, today), vehicle: '' }).map(([kind, expiresOn]) => {
      return { key: instructor.key, kind, expiresOn, status: 'accepted' };
    }),
  );
  const renewed = { key: 'gurdial', kind: 'vehicle', expiresOn: addDays(today, 360), status: 'pending' };
  return [...accepted, renewed].map(({ key, ...paper }) => ({
    id: demoId('paper', `${key} ${paper.kind} ${paper.status}`),
    instructor: instructorId({ key }),
    file: '',
    ...paper,
    reason: '',
    created: nowIso,
    updated: nowIso,
  }));
}

const seenKinds = ['tp_list', 'licence', 'name', 'photo', 'vehicle', 'insurance', 'medical', 'age'];

/** What staff saw of each instructor on the day that the profile names, with the last day of what has one. */
export function verificationRows(profiles: readonly DemoRow[], today: string): DemoRow[] {
  return demoInstructors.map((instructor) => {
    const id = instructorId(instructor);
    const profile = profiles.find((each) => each.id === id);
    const { verifiedAt = '', retiresOn = '' } = profile ?? {};
    const ends: Readonly<Record<string, unknown>> = { ...paperEndsOf(instructor, today), age: retiresOn };
    return {
      id: demoId('verification', id),
      instructor: id,
      outcome: 'accepted',
      checks: seenKinds
        .filter((kind) => kind !== 'medical' || ends.medical)
        .map((kind) => ({ kind, checkedOn: String(verifiedAt).slice(0, 10), expiresOn: ends[kind] ?? '', note: '' })),
      reasons: {},
      status: 'done',
      checker: '',
      checkerName: 'Serene Kwek',
      created: verifiedAt,
      updated: verifiedAt,
    };
  });
}
