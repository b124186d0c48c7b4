import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { notFound, refuseCall, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { JoinAnswer } from '#wire/students.ts';
import { haveMet, lockInvited, noteJoined } from './own-learners.store.ts';

/**
 * POST /api/marketplace/own-learners/join {code}: the signed-in learner says that an instructor brought them along, by the code that the instructor
 * gave them; of their lessons no fee is taken from then on (domain rule 20). Repeating it changes nothing. 404 for an unknown code, 400
 * at `code`: `taken` by somebody else, `own_lesson` for the instructor, `met_here` for who wrote to or booked with the instructor here before.
 */
export function joinRoute(engine: Engine): Route<JoinAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/own-learners/join',
    async handle({ auth, body }) {
      if (auth?.collectionName !== 'users') throw unauthorized();
      const { code } = (await body()).fields;
      if (typeof code !== 'string' || code === '') throw refuseCall('code', 'validation_required', 'Cannot be blank.');
      const learner = auth.id;
      const answer = await engine.db.transaction((tx) => joinBy(engine, tx, { code, learner }));
      return { status: 200, body: answer };
    },
  };
}

async function joinBy(
  engine: Engine,
  tx: Transaction,
  { code, learner }: { code: string; learner: string },
): Promise<JoinAnswer> {
  const invited = await lockInvited(tx, code);
  if (!invited) throw notFound();
  const { id, instructor, instructorName, instructorUser, user } = invited;
  if (user === learner) return { instructor, instructorName };
  if (user !== '') throw refuseCall('code', 'taken', 'Somebody joined with this code already.');
  if (instructorUser === learner) throw refuseCall('code', 'own_lesson', 'You can’t be your own learner.');
  if (await haveMet(tx, { instructor, learner })) {
    throw refuseCall(
      'code',
      'met_here',
      'You wrote to or booked with this instructor here before, so the market brought you together.',
    );
  }
  const row = await noteJoined(tx, id, learner, engine.clock.nowMs());
  if (row) tx.afterCommit(() => publishRow(engine, 'own_learners', row));
  return { instructor, instructorName };
}
