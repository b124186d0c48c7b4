import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import type { LearnerDashboardAnswer, LearnerLesson, PastLesson } from '#wire/dashboard.ts';
import { readSaved } from '../../booking/saved/read-saved.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { fileUrl } from '../../platform/reads/file-url.ts';
import { presentRoad, readRoad } from '../../teaching/licence/read-road.ts';
import { readAdvice } from '../../teaching/pickup-advice/read-advice.ts';
import { skillProgress } from '../../teaching/students/skill-progress.ts';
import {
  type AskedLesson,
  findAskedLesson,
  type LessonView,
  listComingLessons,
  listPastLessons,
  listSkillLevels,
  sumLearner,
} from './dashboard.store.ts';
import { areContactsShown, isoOf, lessonOf } from './present-lesson.ts';

/**
 * The dashboard of a learner: eight reads at once, whatever the number of lessons, and what is advised for the next pick-up. Without start codes for staff who
 * look through the account (`actor`): a code proves that the two met.
 */
export async function readLearnerDashboard(
  engine: Engine,
  { id: user, actor }: Pick<AuthRecord, 'id' | 'actor'>,
): Promise<LearnerDashboardAnswer> {
  const nowMs = engine.clock.nowMs();
  const { values: policy } = await findPolicyAt(engine.db, nowMs);
  const [coming, past, totals, levels, road, saved, asked] = await Promise.all([
    listComingLessons(engine.db, user, nowMs),
    listPastLessons(engine.db, user, nowMs),
    sumLearner(engine.db, user, nowMs),
    listSkillLevels(engine.db, user),
    readRoad(engine.db, user),
    readSaved(engine.db, user),
    findAskedLesson(engine.db, user, nowMs - policy.reviewDays * 86_400_000),
  ]);
  const [nextLesson, ...upcoming] = coming.map((lesson) =>
    comingLesson(actor === '' ? lesson : { ...lesson, startCode: '' }, nowMs),
  );
  const [next] = coming;
  return {
    view: 'learner',
    generatedAt: isoOf(nowMs),
    nextLesson: nextLesson ?? null,
    pickupAdvice: next ? await readAdvice(engine.db, next.postalCode, next) : [],
    upcoming,
    askedAbout: asked ? askedAbout(asked) : null,
    history: past.map((lesson) => pastLesson(lesson, nowMs)),
    skills: skillProgress(levels),
    road: presentRoad(road, {
      nowMs,
      lessonsHere: totals.completedLessons,
      comingDays: coming.map(({ timezone, startMs }) => dateText(localDayOf(timezone, startMs))),
    }),
    saved,
    totals,
  };
}

function askedAbout({ startMs, ...asked }: AskedLesson): LearnerDashboardAnswer['askedAbout'] {
  return { ...asked, start: isoOf(startMs) };
}

function comingLesson(lesson: LessonView, nowMs: number): LearnerLesson {
  return {
    ...lessonOf(lesson),
    cancellationHours: lesson.cancellationHours,
    startCode: lesson.status === 'requested' ? '' : lesson.startCode,
    instructor: {
      id: lesson.instructor,
      name: lesson.instructorName,
      photoUrl: fileUrl('instructors', lesson.instructor, lesson.photo),
      vehiclePlate: isLesson('meeting', lesson.status) ? lesson.vehiclePlate : '',
      vehicleModel: lesson.vehicleModel,
      timezone: lesson.timezone,
      phone: areContactsShown(lesson, nowMs) ? lesson.instructorPhone : '',
    },
  };
}

function pastLesson(lesson: LessonView, nowMs: number): PastLesson {
  return {
    ...lessonOf(lesson),
    instructor: {
      id: lesson.instructor,
      name: lesson.instructorName,
      photoUrl: fileUrl('instructors', lesson.instructor, lesson.photo),
      timezone: lesson.timezone,
      phone: areContactsShown(lesson, nowMs) ? lesson.instructorPhone : '',
    },
    rating: lesson.rating,
  };
}
