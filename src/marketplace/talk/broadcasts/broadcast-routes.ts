import type { Engine } from '#engine/engine.ts';
import { badRequest, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { findRow } from '#engine/records/record-store.ts';
import type { AudienceAnswer } from '#wire/notifications.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { notifyOnce } from '../notifications/notify-once.ts';
import { audiences, broadcastKinds } from './broadcasts.collection.ts';
import { countAudience, listAudience } from './broadcasts.store.ts';
import { newsOf } from './send-broadcast.ts';

const shownNames = 10;

/**
 * `GET /api/marketplace/broadcasts/audience?audience&area&language&kind`: how many something would go to, and the first of them; `POST
 * /api/marketplace/broadcasts/:id/test` tells the caller alone, as often as they like but twenty times an hour. For those who may write to many.
 */
export function broadcastRoutes(engine: Engine): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/marketplace/broadcasts/audience',
      async handle({ auth, query }) {
        const staff = requireRight(auth, 'broadcasts');
        const asked = {
          audience: readChoice(query, 'audience', audiences) ?? 'everybody',
          area: (query.area ?? '').slice(0, 60),
          language: (query.language ?? '').slice(0, 20),
          kind: readChoice(query, 'kind', broadcastKinds) ?? 'news',
          nowMs: engine.clock.nowMs(),
        };
        const [counts, first] = await Promise.all([
          countAudience(engine.db, asked),
          listAudience(engine.db, asked, shownNames),
        ]);
        await noteShown(engine, staff, { users: first.map(({ id }) => id) });
        const body: AudienceAnswer = { ...counts, names: first.map(({ name }) => name) };
        return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
      },
    } satisfies Route<AudienceAnswer>,
    {
      method: 'POST',
      path: '/api/marketplace/broadcasts/:id/test',
      async handle({ auth, params }) {
        const caller = requireRight(auth, 'broadcasts');
        const row = await findRow(engine.db, engine.collections.get('broadcasts'), params.id ?? '');
        if (!row) throw notFound();
        if (caller.collectionName !== 'users') {
          throw badRequest('A test goes to an account of the product; sign in to one.');
        }
        const message = 'You sent yourself many tests. Wait an hour.';
        await refuseTooManyAttempts(engine, { key: `broadcast tests ${caller.id}`, max: 20, seconds: 3600, message });
        const key = `broadcast-test:${row.id}:${caller.id}:${engine.clock.nowMs()}`;
        // To see the mail as well, whatever the caller switched off.
        const news = newsOf(
          { title: String(row.title), message: String(row.message), kind: 'necessary' },
          caller.id,
          key,
        );
        await engine.db.transaction((tx) => notifyOnce(engine, tx, [news]));
        return { status: 204 };
      },
    } satisfies Route<never>,
  ];
}
