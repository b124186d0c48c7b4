import type { Engine } from '#engine/engine.ts';
import { unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { HandOver, HandOversAnswer } from '#wire/hand-overs.ts';
import { foretellHanded } from '../../booking/packages/end-handed-packages.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { type HandOverRow, listHandOversOf } from './hand-overs.store.ts';

/**
 * `GET /api/marketplace/hand-overs`: the hand-overs that the signed-in person has a part in, each with what goes along, those that wait first. Only the
 * learner is told what would come back of packages.
 */
export function handOversRoute(engine: Engine): Route<HandOversAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/hand-overs',
    async handle({ auth }) {
      if (auth?.collectionName !== 'users') throw unauthorized();
      const rows = await listHandOversOf(engine.db, auth.id);
      const items = await Promise.all(rows.map((row) => present(engine, row)));
      return {
        status: 200,
        headers: { 'Cache-Control': 'private, no-store' },
        body: { items } satisfies HandOversAnswer,
      };
    },
  };
}

async function present(engine: Engine, row: HandOverRow): Promise<HandOver> {
  const { createdMs, learner, learnerName, from, fromName, to, toName, refundCents, ...rest } = row;
  const isLearner = row.role === 'learner';
  return {
    ...rest,
    created: isoInstant(createdMs),
    learner: { id: learner, name: learnerName },
    from: { id: from, name: fromName },
    to: { id: to, name: toName },
    refundCents: isLearner ? await backOf(engine, row) : null,
  };
}

/** What came back of packages, or would come back now. */
async function backOf(engine: Engine, { status, learner, from, askedBy, refundCents }: HandOverRow): Promise<number> {
  if (status !== 'waiting') return refundCents;
  const isOfInstructor = askedBy === 'instructor';
  return foretellHanded(engine.db, { learner, instructor: from, isOfInstructor, nowMs: engine.clock.nowMs() });
}
