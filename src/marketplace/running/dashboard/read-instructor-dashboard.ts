import type { Engine } from '#engine/engine.ts';
import { areaOfPostalCode } from '#rules/places/nearest-area.ts';
import { dateText, instantOf, type LocalDay, localDayOf } from '#rules/time/local-time.ts';
import type { InstructorDashboardAnswer, InstructorDay, InstructorLesson, RosterEntry } from '#wire/dashboard.ts';
import { findEarnings } from '../../money/earnings/earned-lessons.ts';
import { sumEarnings } from '../../money/earnings/sum-earnings.ts';
import { fileUrl } from '../../platform/reads/file-url.ts';
import { localMonth } from '../../platform/reads/read-span.ts';
import { shownNote } from '../../platform/reads/shown-note.ts';
import {
  countInstructor,
  findProfile,
  type InstructorProfile,
  type LessonView,
  listInstructorLessons,
  listLaterLessons,
  listRoster,
  type RosterRow,
} from './dashboard.store.ts';
import { areContactsShown, isoOf, lessonOf } from './present-lesson.ts';

const singapore = 'Asia/Singapore';
const mostUpcoming = 50;

/** The dashboard of the signed-in account's instructor profile: a few reads, whatever the number of lessons and learners. */
export async function readInstructorDashboard(engine: Engine, user: string): Promise<InstructorDashboardAnswer> {
  const { db, clock } = engine;
  const nowMs = clock.nowMs();
  const profile = await findProfile(db, user);
  if (!profile) return emptyDashboard(nowMs);
  const { id, timezone } = profile;
  const today = localDayOf(timezone, nowMs);
  const [todayMs, tomorrowMs, afterMs] = [0, 1, 2].map((days) => instantOf(timezone, today + days, 0)) as [
    number,
    number,
    number,
  ];
  const month = localMonth(timezone, today);
  const [near, later, totals, roster, earnings] = await Promise.all([
    listInstructorLessons(db, id, { fromMs: todayMs, toMs: afterMs, limit: 100 }),
    listLaterLessons(db, id, { fromMs: afterMs, limit: mostUpcoming }),
    countInstructor(db, id, nowMs),
    listRoster(db, id, nowMs),
    findEarnings(db, id, month),
  ]);
  const { lessons: lessonsThisMonth, netCents: earnedThisMonthCents } = sumEarnings(earnings);
  const dayFrom = (fromMs: number, lessons: LessonView[]) => dayOf({ zone: timezone, fromMs, lessons, nowMs });
  return {
    view: 'instructor',
    generatedAt: isoOf(nowMs),
    instructor: summaryOf(profile),
    today: dayFrom(
      todayMs,
      near.filter(({ startMs }) => startMs < tomorrowMs),
    ),
    tomorrow: dayFrom(
      tomorrowMs,
      near.filter(({ startMs }) => startMs >= tomorrowMs),
    ),
    upcoming: later.map((lesson) => instructorLesson(lesson, nowMs)),
    totals: {
      ...totals,
      lessonsThisMonth,
      earnedThisMonthCents,
      averageRating: profile.ratingCount > 0 ? profile.ratingAverage : null,
      ratingCount: profile.ratingCount,
    },
    roster: roster.map(rosterEntry),
  };
}

function summaryOf({ id, name, photo, ...profile }: InstructorProfile) {
  const { status, timezone, licenceExpiresOn, ratingShown } = profile;
  return { id, name, photoUrl: fileUrl('instructors', id, photo), status, timezone, licenceExpiresOn, ratingShown };
}

type Day = { zone: string; fromMs: number; lessons: LessonView[]; nowMs: number };

/** A day's lessons, one that runs on from the evening before among them: that one counts on the day on which it began. */
function dayOf({ zone, fromMs, lessons, nowMs }: Day): InstructorDay {
  return {
    date: dateText(localDayOf(zone, fromMs)),
    totalCents: lessons.reduce((sum, { startMs, priceCents }) => sum + (startMs >= fromMs ? priceCents : 0), 0),
    lessons: lessons.map((lesson) => instructorLesson(lesson, nowMs)),
  };
}

function instructorLesson(lesson: LessonView, nowMs: number): InstructorLesson {
  const isNear = areContactsShown(lesson, nowMs);
  // The exact place is the instructor's business only around the lesson (domain a11); otherwise the town will do.
  const place = isNear ? {} : { pickup: areaOfPostalCode(lesson.postalCode)?.name ?? '', postalCode: '' };
  return {
    ...lessonOf(lesson),
    ...place,
    note: shownNote(lesson.note, lesson.contactsUntilMs !== null),
    learner: {
      id: lesson.learner,
      name: lesson.learnerName,
      avatarUrl: fileUrl('users', lesson.learner, lesson.avatar),
      phone: isNear ? lesson.learnerPhone : '',
      isOwn: lesson.isOwn,
    },
  };
}

function rosterEntry({ learner, name, avatar, lastMs, nextMs, ...counts }: RosterRow): RosterEntry {
  return {
    learner: { id: learner, name, avatarUrl: fileUrl('users', learner, avatar) },
    ...counts,
    lastLessonStart: lastMs === null ? null : isoOf(lastMs),
    nextLessonStart: nextMs === null ? null : isoOf(nextMs),
  };
}

function emptyDashboard(nowMs: number): InstructorDashboardAnswer {
  const today = localDayOf(singapore, nowMs);
  const emptyDay = (day: LocalDay) => ({ date: dateText(day), totalCents: 0, lessons: [] });
  return {
    view: 'instructor',
    generatedAt: isoOf(nowMs),
    instructor: null,
    today: emptyDay(today),
    tomorrow: emptyDay(today + 1),
    upcoming: [],
    totals: {
      students: 0,
      averageRating: null,
      ratingCount: 0,
      upcomingLessons: 0,
      requestedLessons: 0,
      lessonsThisMonth: 0,
      earnedThisMonthCents: 0,
    },
    roster: [],
  };
}
