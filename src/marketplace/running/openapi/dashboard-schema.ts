import { emptyRoad, roadSteps } from '#rules/licence/licence-road.ts';
import { waitingDesks } from '#rules/staff/waiting-desks.ts';
import { cents, instant, list, object, orNull, type Schema, text, whole } from './schema.ts';

const lesson = {
  id: text,
  start: instant,
  end: instant,
  durationMinutes: whole,
  status: text,
  requestExpiresAt: orNull(instant),
  pickup: text,
  postalCode: text,
  note: text,
  priceCents: cents,
};
const learnerLesson = object({
  ...lesson,
  cancellationHours: whole,
  startCode: text,
  instructor: object({
    id: text,
    name: text,
    photoUrl: text,
    vehiclePlate: text,
    vehicleModel: text,
    timezone: text,
    phone: text,
  }),
});
const pastLesson = object({
  ...lesson,
  instructor: object({ id: text, name: text, photoUrl: text, timezone: text, phone: text }),
  rating: orNull({ type: 'integer', minimum: 1, maximum: 5 }),
});
const askedAbout = object({ lesson: text, start: instant, instructorName: text, timezone: text });
const instructorLesson = object({
  ...lesson,
  learner: object({ id: text, name: text, avatarUrl: text, phone: text, isOwn: { type: 'boolean' } }),
});
const day = object({ date: { type: 'string', format: 'date' }, totalCents: cents, lessons: list(instructorLesson) });

const date: Schema = { type: 'string', format: 'date' };
const road = object({
  id: text,
  facts: object({
    ...Object.fromEntries(Object.keys(emptyRoad).map((name) => [name, text])),
    lessonsElsewhere: whole,
  }),
  isAdult: { type: 'boolean' },
  steps: list(
    object({
      step: { enum: [...roadSteps] },
      state: { enum: ['done', 'now', 'open', 'locked', 'lapsed'] },
      doneOn: text,
      fee: orNull(object({ cents, nextCents: orNull(cents), nextFrom: text })),
    }),
  ),
  doneSteps: whole,
  lessons: whole,
  test: orNull(object({ on: date, centre: text, days: whole, isAfterPdl: { type: 'boolean' } })),
  pdl: object({ expiresOn: text, days: orNull(whole), isSeen: { type: 'boolean' }, lessonsAfter: whole }),
});

/** A line of advice about a pick-up. */
export const adviceLine = object({ area: text, kind: { enum: ['meet', 'avoid'] }, text });
const learnerView = object({
  view: { const: 'learner' },
  generatedAt: instant,
  nextLesson: orNull(learnerLesson),
  pickupAdvice: list(adviceLine),
  upcoming: list(learnerLesson),
  askedAbout: orNull(askedAbout),
  history: list(pastLesson),
  skills: list(object({ skill: text, name: text, group: text, level: whole, percent: whole })),
  road,
  saved: list(
    object({
      id: text,
      name: text,
      photoUrl: text,
      licenceClasses: list(text),
      hourlyCents: cents,
      hasSurcharges: { type: 'boolean' },
    }),
  ),
  totals: object({
    completedLessons: whole,
    completedMinutes: whole,
    upcomingLessons: whole,
    instructors: whole,
    spentCents: cents,
  }),
});
const instructorView = object({
  view: { const: 'instructor' },
  generatedAt: instant,
  instructor: orNull(
    object({
      id: text,
      name: text,
      photoUrl: text,
      status: text,
      timezone: text,
      licenceExpiresOn: text,
      ratingShown: orNull({ type: 'number' }),
    }),
  ),
  today: day,
  tomorrow: day,
  upcoming: list(instructorLesson),
  totals: object({
    students: whole,
    averageRating: orNull({ type: 'number' }),
    ratingCount: whole,
    upcomingLessons: whole,
    requestedLessons: whole,
    lessonsThisMonth: whole,
    earnedThisMonthCents: cents,
  }),
  roster: list(
    object({
      learner: object({ id: text, name: text, avatarUrl: text }),
      completedLessons: whole,
      completedMinutes: whole,
      lastLessonStart: orNull(instant),
      nextLessonStart: orNull(instant),
    }),
  ),
});

const queueOf = (item: Schema) => object({ total: whole, items: list(item) });
const adminView = object({
  view: { const: 'admin' },
  generatedAt: instant,
  setup: object({ sendsMail: { type: 'boolean' }, hasPublicUrl: { type: 'boolean' } }),
  papers: queueOf(object({ instructor: text, name: text, kind: text, expiresOn: date, days: whole })),
  pendingPapers: whole,
  payments: queueOf(
    object({
      id: text,
      learner: text,
      learnerName: text,
      amountCents: cents,
      method: text,
      failureCode: text,
      failedAt: instant,
    }),
  ),
  support: queueOf(
    object({
      id: text,
      subject: text,
      category: text,
      userName: text,
      answerBy: instant,
      isLate: { type: 'boolean' },
    }),
  ),
  accounts: object({ suspended: whole, unverified: whole }),
  lessons: object({ requested: whole, held: whole, disputed: whole }),
  waiting: object({ reportedReviews: whole, failedPayouts: whole, paymentsToSend: whole, undeliveredMails: whole }),
  figures: object({
    lessonsToday: whole,
    lessonsThisMonth: whole,
    feesThisMonthCents: cents,
    newAccountsThisWeek: whole,
    listedInstructors: whole,
  }),
});

const staffView = object({
  view: { const: 'staff' },
  generatedAt: instant,
  waiting: list(
    object({ desk: { enum: [...waitingDesks] }, count: whole, since: orNull(instant), dueAt: orNull(instant) }),
  ),
});

/** The shapes of the dashboard's answer (src/wire/dashboard.ts, admin-dashboard.ts, staff-dashboard.ts). */
export const dashboardSchema: Schema = { oneOf: [learnerView, instructorView, adminView, staffView] };
