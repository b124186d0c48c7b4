import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { joinPath } from '#rules/paths/learner-paths.ts';
import type { OwnLearner, StudentAnswer, TaughtLesson } from '#wire/students.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readHandedRecord } from './handed-record.ts';
import { skillHistory } from './skill-history.ts';
import {
  findNote,
  findOwnLearner,
  findSharedPhone,
  type LessonRow,
  listLessonsOf,
  listOwnPayments,
  type OwnLearnerRow,
} from './student.store.ts';
import { findInstructorOf, findStudent, type StudentRow } from './students.store.ts';
import { presentStudent } from './students-route.ts';

/**
 * `GET /api/marketplace/students/:id`: one of the signed-in instructor's students, by account or by own learner: skills over time, lessons with
 * what was written down, payments, the next lesson and the instructor's notes. 404 for everybody else's; 401 for guests.
 */
export function studentRoute(engine: Engine): Route<StudentAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/students/:id',
    async handle(request) {
      const { instructor, student } = await openStudent(engine, request);
      const someone = { instructor, learner: student.id, ownLearner: student.ownLearner };
      const [own, lessons, payments, note, phone, before] = await Promise.all([
        student.ownLearner ? findOwnLearner(engine.db, student.ownLearner) : undefined,
        listLessonsOf(engine.db, someone),
        student.ownLearner ? listOwnPayments(engine.db, student.ownLearner) : [],
        findNote(engine.db, someone),
        findSharedPhone(engine.db, { ...someone, nowMs: engine.clock.nowMs() }),
        readHandedRecord(engine.db, someone),
      ]);
      if (request.auth)
        await noteShown(engine, request.auth, {
          [student.id === student.ownLearner ? 'own_learners' : 'users']: [student.id],
        });
      const body: StudentAnswer = {
        ...presentStudent(student),
        hasAccount: student.id !== student.ownLearner,
        ownLearner: own ? presentOwn(own, engine.publicUrl) : null,
        phone: phone || own?.phone || '',
        note: note ?? null,
        skillHistory: skillHistory(lessons),
        lessons: lessons.map(presentLesson),
        before,
        payments,
      };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

/** The instructor who asks and the student of theirs that the path names; throws 401 and 404. */
export async function openStudent(
  engine: Engine,
  { auth, params }: Pick<RequestContext, 'auth' | 'params'>,
): Promise<{ auth: AuthRecord; instructor: string; student: StudentRow }> {
  if (!auth) throw unauthorized();
  const instructor = await findInstructorOf(engine.db, auth.id);
  const nowMs = engine.clock.nowMs();
  const student = instructor && (await findStudent(engine.db, { instructor, id: params.id ?? '', nowMs }));
  if (!instructor || !student) throw notFound();
  return { auth, instructor, student };
}

function presentOwn({ id, name, phone, note, inviteCode, user }: OwnLearnerRow, publicUrl: string): OwnLearner {
  const inviteUrl = user === '' ? `${publicUrl}${joinPath(inviteCode)}` : '';
  return { id, name, phone, note, hasJoined: user !== '', inviteUrl };
}

function presentLesson({ startMs, endMs, ...lesson }: LessonRow): TaughtLesson {
  return {
    ...lesson,
    start: isoInstant(startMs),
    end: isoInstant(endMs),
  };
}
