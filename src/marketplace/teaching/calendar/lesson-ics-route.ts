import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { findLessonFacts, type LessonFacts } from './find-lesson-facts.ts';
import { type LessonSide, writeLessonIcs } from './write-lesson-ics.ts';

/** Finds the record that a file token belongs to, for links that cannot send a header. */
export type FindFileTokenOwner = (token: string, request: RequestContext) => Promise<AuthRecord | null>;

/**
 * `GET /api/marketplace/lessons/:id.ics`: a lesson as a calendar file for its parties, signed in or with `?token=` of a file token.
 * 401 for guests; 404 for others and for lessons that are not booked.
 */
export function lessonIcsRoute(engine: Engine, findFileTokenOwner?: FindFileTokenOwner): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/lessons/:id.ics',
    isTakenAway: true,
    async handle(request) {
      const viewer = await viewerOf(request, findFileTokenOwner);
      if (!viewer) throw unauthorized();
      const lesson = await findLessonFacts(engine.db, request.params.id ?? '');
      const side = lesson && isLesson('booked', lesson.status) ? sideOf(lesson, viewer) : undefined;
      if (!lesson || !side) throw notFound();
      await noteShown(engine, viewer, { lessons: [lesson.id] });
      const ics = writeLessonIcs({
        lesson: shownTo(viewer, lesson, engine.clock.nowMs()),
        side,
        method: 'PUBLISH',
        sequence: lesson.sequence,
        nowMs: engine.clock.nowMs(),
        publicUrl: engine.publicUrl,
        organizer: { name: engine.sender.name, email: engine.sender.address },
      });
      const headers = {
        'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
        'Content-Disposition': `attachment; filename="kerbside-lesson-${lesson.id}.ics"`,
        'Cache-Control': 'private, no-store',
      };
      return { status: 200, headers, body: ics };
    },
  };
}

async function viewerOf(request: RequestContext, find?: FindFileTokenOwner): Promise<AuthRecord | null> {
  if (request.auth) return request.auth;
  const token = request.query.token;
  return token && find ? find(token, request) : null;
}

function sideOf(lesson: LessonFacts, viewer: AuthRecord): LessonSide | undefined {
  if (viewer.isSuperuser || viewer.id === lesson.instructorUser) return 'instructor';
  return viewer.id === lesson.learner ? 'learner' : undefined;
}

// As the record says it: the code once the lesson is confirmed, the place to the instructor while it is their business (domain rule 30).
function shownTo(viewer: AuthRecord, lesson: LessonFacts, nowMs: number): LessonFacts {
  const isShared = lesson.contactsUntilMs !== null && nowMs <= lesson.contactsUntilMs;
  const code = lesson.status === 'requested' ? { startCode: '' } : {};
  const place = viewer.id === lesson.instructorUser && !isShared ? { pickup: '', postalCode: '' } : {};
  return { ...lesson, ...code, ...place };
}
