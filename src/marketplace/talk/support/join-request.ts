import type { Queryable } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import type { Joinable, JoinableAnswer } from '#wire/support.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { findJoinable } from './joinable.store.ts';
import { findRequest } from './support.store.ts';

const refusal = 'Failed to create record.';

/** A request is joined to what has to do with who asked, under its name as it is then. */
export function registerSupportJoinHooks(engine: Engine): void {
  engine.hooks.on('support_joins', {
    beforeCreate: checkJoin,
    explainViolation: (constraint) =>
      constraint === 'support_joins_record'
        ? badRequest(refusal, { record: { code: 'already_joined', message: 'It is joined to this already.' } })
        : undefined,
  });
}

/** The name under which a request of somebody is joined to a lesson that it was sent along with; 400 at `lesson` where that is none of theirs. */
export async function nameOfLesson(db: Queryable, user: string, lesson: string): Promise<string> {
  const match = (await findJoinable(db, user, lesson)).find(({ kind }) => kind === 'lesson');
  if (!match) throw badRequest(refusal, { lesson: notTheirs });
  return match.name;
}

const notTheirs = { code: 'not_theirs', message: 'It has nothing to do with the person who asked.' };

async function checkJoin({ db, record }: RecordEvent): Promise<void> {
  const request = await findRequest(db, String(record.request));
  const wanted = String(record.record);
  const found = request ? await findJoinable(db, request.user, wanted) : [];
  const match = found.find(({ kind, record: id }) => kind === record.kind && id === wanted);
  if (!match) throw badRequest(refusal, { record: notTheirs });
  record.label = match.name;
}

/**
 * `GET /api/marketplace/support-requests/:id/joinable`: the lessons, payments and people that have to do with who asked, thirty of each at most. For those
 * who answer requests; 404 for a request that is none.
 */
export function joinableRoute(engine: Engine): Route<JoinableAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/support-requests/:id/joinable',
    async handle({ auth, params }) {
      const staff = requireRight(auth, 'support');
      const request = await findRequest(engine.db, params.id ?? '');
      if (!request) throw notFound();
      const found = await findJoinable(engine.db, request.user);
      const idsOf = (of: string) => found.filter(({ kind }) => kind === of).map(({ record }) => record);
      await noteShown(engine, staff, { lessons: idsOf('lesson'), payments: idsOf('payment'), users: idsOf('person') });
      const items = found.map(
        ({ atMs, ...item }): Joinable => ({ ...item, at: atMs === null ? null : isoInstant(atMs) }),
      );
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body: { items } };
    },
  };
}
