import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { addDays } from './demo-dates.ts';
import { demoInstructors } from './demo-instructors.ts';
import { paperEndsOf } from './demo-paper-ends.ts';
import { type DemoFile, instructorId } from './demo-people.ts';
import { drawPaper } from './draw-paper.ts';

/** The one paper that waits at the desk, with a picture; those that were checked are gone, as after any decision. */
const waiting = { key: 'gurdial', kind: 'vehicle', status: 'pending', file: 'vehicle_registration.svg' };

/** The rows of the demo's papers, seen from `today`: what was checked of each instructor, and one that was sent in anew. */
export function paperRows(today: string, nowIso: string): DemoRow[] {
  const accepted = demoInstructors.flatMap((instructor) =>
    Object.entries({ ...paperEndsOf(instructor, today), vehicle: '' }).map(([kind, expiresOn]) => {
      return { key: instructor.key, kind, expiresOn, status: 'accepted', file: '' };
    }),
  );
  const renewed = { ...waiting, expiresOn: addDays(today, 360) };
  return [...accepted, renewed].map(({ key, ...paper }) => ({
    id: paperId({ key, ...paper }),
    instructor: instructorId({ key }),
    ...paper,
    reason: '',
    created: nowIso,
    updated: nowIso,
  }));
}

/** The pictures of papers to store. */
export function paperFiles(): DemoFile[] {
  return demoInstructors
    .filter(({ key }) => key === waiting.key)
    .map(({ name, car: [plate, model] }) => ({
      collection: 'instructor_documents',
      record: paperId(waiting),
      file: waiting.file,
      svg: drawPaper({ name, plate, model }),
    }));
}

function paperId({ key, kind, status }: { key: string; kind: string; status: string }): string {
  return demoId('paper', `${key} ${kind} ${status}`);
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
