import { earningSorts, earningStates } from '../../money/earnings/read-earnings.ts';
import { studentSortNames, studentStates } from '../../teaching/students/students-route.ts';
import { feeRule } from './payout-calls.ts';
import {
  answer,
  cents,
  csvFile,
  inPath,
  instant,
  list,
  type Operation,
  object,
  orNull,
  pageOf,
  paging,
  pdfFile,
  query,
  refusals,
  signedIn,
  spanIn,
  text,
  whole,
  yesOrNo,
} from './schema.ts';

const span = [...spanIn('of the instructor’s zone'), query('instructor', text, 'For admins: whose earnings.')];

const earnedLesson = object({
  lesson: text,
  start: instant,
  end: instant,
  durationMinutes: whole,
  status: text,
  learner: object({ id: text, name: text }),
  state: { enum: [...earningStates] },
  grossCents: cents,
  feeCents: cents,
  netCents: cents,
  feeRule: orNull(feeRule),
  ledger: list(object({ created: instant, kind: text, account: text, amountCents: cents })),
});

const earnings: Operation = {
  operationId: 'readEarnings',
  summary: 'What an instructor has earned in a span of time, lesson by lesson, from the ledger',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [
    ...span,
    query('q', text, 'Part of a learner’s name, or a lesson’s id.'),
    query('state', { enum: [...earningStates] }),
    query('sort', { enum: [...earningSorts], default: '-start' }),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of lessons, and sums over all of the span. The instructor is null for somebody without a profile.',
      pageOf(earnedLesson, {
        generatedAt: instant,
        from: instant,
        to: instant,
        instructor: orNull(object({ id: text, name: text, timezone: text })),
        totals: object({
          lessons: whole,
          grossCents: cents,
          feeCents: cents,
          netCents: cents,
          pendingCents: cents,
          paidOutCents: cents,
        }),
        found: object({ lessons: whole, grossCents: cents, feeCents: cents, netCents: cents }),
        balance: object({
          payableCents: cents,
          waitingCents: cents,
          minimumPayoutCents: cents,
          nextPayout: orNull(object({ date: text, amountCents: cents })),
        }),
        direct: object({ payments: whole, cashCents: cents, payNowCents: cents, totalCents: cents }),
        overTime: object({
          unit: { enum: ['day', 'month'] },
          parts: list(object({ date: text, lessons: whole, grossCents: cents, feeCents: cents, netCents: cents })),
        }),
        payouts: list(object({ id: text, date: text, created: instant, amountCents: cents })),
      }),
    ),
    ...refusals(400, 401, 403, 404),
  },
};

const earningsCsv: Operation = {
  operationId: 'readEarningsFile',
  summary: 'The lessons of a span with their money, as a CSV file',
  tags: ['marketplace'],
  security: signedIn,
  parameters: span,
  responses: {
    200: csvFile,
    ...refusals(400, 401, 403, 404),
  },
};

const earningsPdf: Operation = {
  ...earningsCsv,
  operationId: 'readEarningsStatement',
  summary: 'Settled lessons and what own learners paid directly, month by month, to print',
  responses: {
    200: pdfFile,
    ...refusals(400, 401, 403, 404, 429),
  },
};

const lessonsCsv: Operation = {
  operationId: 'readLessonsFile',
  summary: 'One’s own past lessons as a learner, as a CSV file',
  tags: ['marketplace'],
  security: signedIn,
  responses: {
    200: csvFile,
    ...refusals(401, 403),
  },
};

const skill = { skill: text, name: text, group: text, level: whole, percent: whole };
const studentFields = {
  learner: object({ id: text, name: text, avatarUrl: text }),
  ownLearner: orNull(text),
  owedCents: orNull(cents),
  packageMinutes: whole,
  completedLessons: whole,
  completedMinutes: whole,
  since: instant,
  lastLessonStart: orNull(instant),
  nextLesson: orNull(object({ id: text, start: instant })),
  skills: list(object(skill)),
};

const students: Operation = {
  operationId: 'listStudents',
  summary: 'Whom the signed-in instructor teaches or has taught',
  tags: ['marketplace'],
  security: signedIn,
  parameters: [
    query('q', text, 'Part of a name.'),
    query('state', { enum: [...studentStates] }, 'With a lesson to come, or without.'),
    query('sort', { enum: [...studentSortNames], default: 'next' }),
    ...paging,
  ],
  responses: {
    200: answer(
      'A page of learners; skills are those that this instructor logged.',
      pageOf(
        object({
          ...studentFields,
        }),
      ),
    ),
    ...refusals(400, 401),
  },
};

const ofStudent = [inPath('id', 'The learner’s account, or the own learner.')];

const skillHistory = list(object({ ...skill, levels: list(object({ start: instant, level: whole, percent: whole })) }));

const student: Operation = {
  operationId: 'readStudent',
  summary: 'One student of the signed-in instructor: skills over time, lessons with their logs, payments and notes',
  tags: ['marketplace'],
  security: signedIn,
  parameters: ofStudent,
  responses: {
    200: answer(
      'The student; `owedCents` of an own learner is what is still to be paid to the instructor, negative when paid ahead.',
      object({
        ...studentFields,
        hasAccount: yesOrNo,
        ownLearner: orNull(
          object({ id: text, name: text, phone: text, note: text, hasJoined: yesOrNo, inviteUrl: text }),
        ),
        phone: text,
        note: orNull(object({ id: text, text })),
        skillHistory,
        lessons: list(
          object({
            id: text,
            start: instant,
            end: instant,
            durationMinutes: whole,
            status: text,
            isTaught: yesOrNo,
            priceCents: cents,
            isPaidByHand: yesOrNo,
            paidCents: cents,
            log: orNull({ type: 'object' }),
          }),
        ),
        before: list(
          object({
            instructorName: text,
            handedOverAt: instant,
            skillHistory,
            lessons: list(
              object({ id: text, start: instant, durationMinutes: whole, log: orNull({ type: 'object' }) }),
            ),
          }),
        ),
        payments: list(object({ id: text, amountCents: cents, method: text, paidOn: text, note: text })),
      }),
    ),
    ...refusals(401, 404),
  },
};

const recordBook: Operation = {
  operationId: 'readRecordBook',
  summary: 'The learner’s part of the instructor’s training record book, as a page to print',
  tags: ['marketplace'],
  security: signedIn,
  parameters: ofStudent,
  responses: {
    200: pdfFile,
    ...refusals(401, 403, 404, 429),
  },
};

/** The calls about an instructor's money and learners. */
export const earningsCalls: Readonly<Record<string, Operation>> = {
  'GET /api/marketplace/earnings': earnings,
  'GET /api/marketplace/earnings.csv': earningsCsv,
  'GET /api/marketplace/earnings.pdf': earningsPdf,
  'GET /api/marketplace/lessons.csv': lessonsCsv,
  'GET /api/marketplace/students': students,
  'GET /api/marketplace/students/:id': student,
  'GET /api/marketplace/students/:id/record-book.pdf': recordBook,
};
