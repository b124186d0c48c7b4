import type { RunningEngine } from '#engine/create-engine.ts';
import { type KeptProof, listProofs } from './outside.store.ts';

/** Adds to the server's figures by how much the books and each place outside differ, since how long, and when they were compared. */
export function addOutsideFigures({ db, clock, metrics }: Pick<RunningEngine, 'db' | 'clock' | 'metrics'>): void {
  const figure = (name: string, help: string, figureOf: (proof: KeptProof) => number) =>
    metrics.add({
      name: `outside_${name}`,
      help,
      label: 'place',
      read: async () => (await listProofs(db)).map((proof) => ({ of: proof.place, value: figureOf(proof) })),
    });
  figure(
    'difference_cents',
    'Cents by which the books and a place outside differ, added up without signs, by the latest comparison.',
    ({ differenceCents }) => differenceCents,
  );
  figure(
    'oldest_difference_seconds',
    'How long the oldest difference has been there by now; 0 where there is none.',
    ({ oldestMs }) => (oldestMs === null ? 0 : (clock.nowMs() - oldestMs) / 1000),
  );
  figure(
    'compared_timestamp_seconds',
    'When the books were last compared with a place outside, by the product’s clock.',
    ({ comparedMs }) => comparedMs / 1000,
  );
  figure(
    'not_compared_seconds',
    'How long there has been nothing to compare money with that is booked at a place; 0 where there is.',
    ({ notComparedMs }) => (notComparedMs === null ? 0 : (clock.nowMs() - notComparedMs) / 1000),
  );
}
