import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { addDays } from './demo-dates.ts';
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
  return papers.map(([key, kind, days, status]) => ({
    id: demoId('paper', `${key} ${kind}`),
    instructor: instructorId({ key }),
    kind,
    file: '',
    expiresOn: addDays(today, days),
    status,
    reason: '',
    created: nowIso,
    updated: nowIso,
  }));
}
