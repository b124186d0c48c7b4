import type { Engine } from '#engine/engine.ts';
import { badRequest, notFound, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { judgeMove } from '#rules/lessons/judge-move.ts';
import type { LessonActor } from '#rules/lessons/lesson-life.ts';
import type { CancellationPreviewAnswer } from '#wire/cancelling.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { isoInstant, parseAskedInstant } from '../../../platform/reads/parse-instant.ts';
import { isAdmin } from '../../../platform/reads/require-right.ts';
import { refuseMove } from '../refuse-move.ts';
import { cancelWords, targetOf } from './cancel-lesson.ts';
import { cancellationReason, sameUntil } from './cancellation-words.ts';
import { findLessonForPreview } from './cancelling.store.ts';
import { cancellableOf, weighCancellation } from './weigh-cancellation.ts';

/**
 * GET /api/marketplace/cancellation?lesson=: exactly what creating a cancellation would answer now, why, and until when it stays so; with `start`
 * what it would be once the lesson was moved there. For the lesson's parties and admins; refused like the create where it can't be cancelled.
 */
export function previewCancellationRoute(engine: Engine): Route<CancellationPreviewAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/cancellation',
    async handle({ auth, query }) {
      if (!auth) throw unauthorized();
      const found = await findLessonForPreview(engine.db, query.lesson ?? '');
      const lesson = found && movedTo(found, query.start);
      const by = lesson && actorOf(auth, lesson);
      if (!lesson || !by) throw notFound();
      const nowMs = engine.clock.nowMs();
      const { values: policy } = await findPolicyOf(engine.db, Number(lesson.policyVersion));
      const verdict = judgeMove(nowOf(lesson), { event: 'cancel', by, ...targetOf({ auth }, lesson) }, nowMs, policy);
      if (!verdict.ok) throw refuseMove(verdict.reason, cancelWords);
      const weighed = await weighCancellation(engine.db, { lesson, policy, by, nowMs });
      const cancelled = cancellableOf(lesson);
      const language = String(auth.row.language ?? '');
      const untilMs = sameUntil(weighed, { cancelled, policy, nowMs });
      const { refundPercent, refundCents, creditCents, feeCents, isLate, usesMercyPass } = weighed.outcome;
      const body: CancellationPreviewAnswer = {
        lesson: String(lesson.id),
        status: String(lesson.status),
        cancelledBy: weighed.by,
        ...{ refundPercent, refundCents, creditCents, feeCents, isLate, usesMercyPass },
        keptBackCents: weighed.keptBackCents,
        instructorCents: weighed.instructorCents,
        ways: weighed.paid.ways,
        reason: cancellationReason(weighed, { cancelled, policy, nowMs, language }),
        until: untilMs === null ? null : isoInstant(untilMs),
        isBeyondPapers: weighed.isBeyondPapers,
        mayBeCredit: weighed.mayBeCredit,
        policyVersion: Number(lesson.policyVersion),
      };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

type Lesson = NonNullable<Awaited<ReturnType<typeof findLessonForPreview>>>;

/** The lesson as it would be at another start. */
function movedTo(lesson: Lesson, start: string | undefined): Lesson {
  if (start === undefined) return lesson;
  const startMs = parseAskedInstant(start);
  if (startMs === undefined) {
    const message = 'Must be a time such as 2026-12-05T02:00:00Z.';
    throw badRequest('Failed to read the cancellation.', { start: { code: 'validation_invalid_value', message } });
  }
  const endMs = startMs + Number(lesson.durationMinutes) * 60_000;
  return { ...lesson, start: new Date(startMs), end: new Date(endMs) };
}

function actorOf(auth: AuthRecord, lesson: Lesson): LessonActor | undefined {
  if (auth.isSuperuser) return 'superuser';
  if (auth.id === lesson.learner) return 'learner';
  if (auth.id === lesson._instructorUser) return 'instructor';
  return isAdmin(auth) ? 'admin' : undefined;
}

// What a cancellation depends on; a lesson that runs beside it does not matter.
function nowOf(lesson: Lesson) {
  const msOf = (value: unknown) => (value instanceof Date ? value.getTime() : null);
  return {
    status: String(lesson.status),
    startMs: msOf(lesson.start) ?? 0,
    endMs: msOf(lesson.end) ?? 0,
    holdExpiresMs: msOf(lesson.holdExpiresAt),
    requestExpiresMs: msOf(lesson.requestExpiresAt),
    isAnotherRunning: false,
  };
}
