import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { addDays } from './demo-dates.ts';
import { demoInstructors } from './demo-instructors.ts';
import { instructorId } from './demo-people.ts';

type Paper = readonly [
  instructor: string,
  kind: 'insurance' | 'medical' | 'vehicle',
  endsInDays: number,
  status: 'accepted' | 'pending',
];

/** Papers that staff would have on their desk: two that end soon, one that was sent in anew. Without pictures. */
const papers: readonly Paper[] = [
  ['hassan', 'insurance', 5, 'accepted'],
  ['gurdial', 'medical', 19, 'accepted'],
  ['siewhoon', 'insurance', 210, 'accepted'],
  ['gurdial', 'vehicle', 360, 'pending'],
];

/** The rows of the demo's papers, seen from `today`. */
export function paperRows(today: string, nowIso: string): DemoRow[] {
  // When a licence ends stands in the profile.
  const licences = demoInstructors.map(({ key }) => ({ key, kind: 'licence', expiresOn: '', status: 'accepted' }));
  const others = papers.map(([key, kind, days, status]) => ({ key, kind, expiresOn: addDays(today, days), status }));
  return [...licences, ...others].map(({ key, ...paper }) => ({
    id: demoId('paper', `${key} ${paper.kind}`),
    instructor: instructorId({ key }),
    file: '',
    ...paper,
    reason: '',
    created: nowIso,
    updated: nowIso,
  }));
}

const seenKinds = ['tp_list', 'licence', 'name', 'photo', 'vehicle', 'insurance'];

/** What staff saw of each instructor on the day that the profile names. */
export function verificationRows(profiles: readonly DemoRow[]): DemoRow[] {
  return profiles.map(({ id, verifiedAt, licenceExpiresOn }) => ({
    id: demoId('verification', String(id)),
    instructor: id,
    outcome: 'accepted',
    checks: seenKinds.map((kind) => ({
      kind,
      checkedOn: String(verifiedAt).slice(0, 10),
      expiresOn: kind === 'licence' ? licenceExpiresOn : '',
      note: '',
    })),
    reasons: {},
    status: 'done',
    checker: '',
    checkerName: 'Serene Kwek',
    created: verifiedAt,
    updated: verifiedAt,
  }));
}
