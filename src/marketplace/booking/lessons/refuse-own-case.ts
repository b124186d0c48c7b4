import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { type Deed, requireImpartial } from '../../platform/rights/require-impartial.ts';
import { findParties } from './lesson-moves.store.ts';

type Case = Pick<Deed, 'field' | 'right' | 'begun'> & { lesson: string };

/** Refuses staff who have a part in the case of a lesson: who took it, who gave it, and more (`requireImpartial`). */
export async function refuseOwnCase(
  event: Pick<InsideEvent, 'tx' | 'auth' | 'system'>,
  { lesson, ...about }: Case,
): Promise<void> {
  const parties = await findParties(event.tx, lesson);
  await requireImpartial(event.tx, event, { ...about, parties, about: 'case', refusal: 'Failed to create record.' });
}
