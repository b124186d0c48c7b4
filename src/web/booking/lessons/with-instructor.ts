import type { LearnerDashboardAnswer } from '#wire/dashboard.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';
import type { Lesson } from '../../platform/records/lesson-record.ts';

/** What a learner is not shown of an instructor who is not listed. */
const closedProfile: Omit<Instructor, 'id' | 'name'> = {
  licenceClasses: [],
  languages: [],
  areas: [],
  testCentre: '',
  hourlyCents: 0,
  eveningSurchargePercent: 0,
  weekendSurchargePercent: 0,
  timezone: '',
  lessonMinutes: [],
  horizonDays: 0,
  instantBooking: true,
  cancellationHours: 0,
  vehiclePlate: '',
  vehicleModel: '',
  status: '',
};

/**
 * A learner's lesson with who gives it, also while that instructor's profile is closed, as when they pause: the dashboard says who it is all the same, and
 * of a lesson ahead which car comes.
 */
export function withInstructor(lesson: Lesson, dashboard: LearnerDashboardAnswer | undefined): Lesson {
  if (lesson.expand?.instructor || !dashboard) return lesson;
  const { nextLesson, upcoming, history } = dashboard;
  const known = [nextLesson, ...upcoming, ...history].find((other) => other?.id === lesson.id)?.instructor;
  if (!known) return lesson;
  return { ...lesson, expand: { ...lesson.expand, instructor: { ...closedProfile, ...known } } };
}
