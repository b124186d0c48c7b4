import type { Engine } from '#engine/engine.ts';
import { unauthorized } from '#engine/http/api-error.ts';
import { pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { Route } from '#engine/http/route.ts';
import type { Student, StudentsAnswer } from '#wire/students.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { fileUrl } from '../../platform/reads/file-url.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { readChoice } from '../../platform/reads/read-choice.ts';
import { skillProgress } from './skill-progress.ts';
import { findInstructorOf, findStudents, type StudentRow, type StudentSort, studentSorts } from './students.store.ts';

export const studentStates = ['booked', 'free'] as const;
export const studentSortNames = Object.keys(studentSorts) as [StudentSort, ...StudentSort[]];

/**
 * `GET /api/marketplace/students?q&state&sort&page&perPage`: whom the signed-in instructor teaches or has taught, with lessons, hours, the
 * skills this instructor logged, and the next lesson. Nobody for somebody without a profile; 401 for guests.
 */
export function studentsRoute(engine: Engine): Route<StudentsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/students',
    async handle({ auth, query }) {
      if (!auth) throw unauthorized();
      const page = readPage(query);
      const wanted = {
        ...page,
        nowMs: engine.clock.nowMs(),
        q: (query.q ?? '').trim().slice(0, 200),
        state: readChoice(query, 'state', studentStates) ?? '',
        sort: readChoice(query, 'sort', studentSortNames) ?? 'next',
      };
      const instructor = await findInstructorOf(engine.db, auth.id);
      const headers = { 'Cache-Control': 'private, no-store' };
      if (!instructor) return { status: 200, headers, body: pageEnvelope(page, [], 0) satisfies StudentsAnswer };
      const { items, totalItems } = await findStudents(engine.db, { ...wanted, instructor });
      const people = items.flatMap(({ id, ownLearner }) => (id === ownLearner ? [] : [id]));
      await noteShown(engine, auth, { users: people }, wanted.q);
      const body: StudentsAnswer = pageEnvelope(page, items.map(presentStudent), totalItems);
      return { status: 200, headers, body };
    },
  };
}

/** What the list and the page of a student both say. */
export function presentStudent(row: StudentRow): Student {
  const { id, name, avatar, ownLearner, owedCents, packageMinutes, completedLessons, completedMinutes, nextLesson } =
    row;
  return {
    learner: { id, name, avatarUrl: fileUrl('users', id, avatar) },
    ownLearner,
    owedCents,
    packageMinutes,
    completedLessons,
    completedMinutes,
    since: isoInstant(row.firstMs),
    lastLessonStart: row.lastMs === null ? null : isoInstant(row.lastMs),
    nextLesson: row.nextMs === null || nextLesson === null ? null : { id: nextLesson, start: isoInstant(row.nextMs) },
    skills: skillProgress(row.skills),
  };
}
