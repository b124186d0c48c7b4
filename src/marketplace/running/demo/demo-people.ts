import { Temporal } from 'temporal-polyfill';
import { splitName } from '../../people/users/split-name.ts';
import type { DemoRow } from './demo.store.ts';
import { demoChance, demoId } from './demo-chance.ts';
import { demoZone, instantOn, isoOf } from './demo-dates.ts';
import { type DemoInstructor, demoInstructors } from './demo-instructors.ts';
import { type DemoLearner, demoLearners, formerLearners } from './demo-learners.ts';
import { paperEndsOf } from './demo-paper-ends.ts';
import { drawCar } from './draw-car.ts';
import { drawPortrait, type Looks } from './draw-portrait.ts';
import { demoAddress } from './is-demo-address.ts';

/** A picture to store: which record's file it is, and its SVG text. */
export type DemoFile = { collection: string; record: string; file: string; svg: string };

/** What the rows of people need from outside: the day, the hash of the shared password and fresh token keys. */
export type PeopleOptions = { today: string; nowIso: string; passwordHash: string; newTokenKey: () => string };

type Person = { key: string; name: string; looks: Looks };
type Rating = { average: number; count: number; shown: number | null };

const admin: Person & { email: string } = {
  key: 'admin',
  name: 'Serene Kwek',
  looks: { skin: 'fair', hair: 'bob', hairColour: 'black', glasses: true },
  email: demoAddress('admin'),
};

/** A second one, as decisions of two people need. */
const colleague: Person = {
  key: 'boon',
  name: 'Tan Boon Keng',
  looks: { skin: 'tan', hair: 'short', hairColour: 'black', glasses: false },
};

/** The id of the demo's admin. */
export const demoAdminId = demoId('admin', admin.key);
const colleagueId = demoId('admin', colleague.key);

export function learnerId(learner: { key: string }): string {
  return demoId('learner', learner.key);
}
export function instructorUserId(instructor: { key: string }): string {
  return demoId('instructor-user', instructor.key);
}
export function instructorId(instructor: { key: string }): string {
  return demoId('instructor', instructor.key);
}

/** The ids of all accounts that the demo makes, the superuser's too. */
export function demoAccountIds(): string[] {
  return [
    demoAdminId,
    colleagueId,
    demoId('superuser', 'root'),
    ...demoInstructors.map(instructorUserId),
    ...[...demoLearners, ...formerLearners].map(learnerId),
  ];
}

/** The rows of all accounts: learners, instructors and the admins. */
export function userRows(options: PeopleOptions): DemoRow[] {
  const { today } = options;
  const joined = (days: number) => instantOn(Temporal.PlainDate.from(today).subtract({ days }).toString(), 600);
  return [
    ...demoInstructors.map((person) => ({
      ...accountRow(options, instructorUserId(person), person),
      location: person.areas[0],
      bio: person.bio,
      created: joined(330 + (person.age % 40)),
    })),
    ...demoLearners.map((learner) => learnerRow(options, learner, joined(daysAsLearner(learner)))),
    ...formerLearners.map((learner) => learnerRow(options, learner, joined(daysAsLearner(learner)))),
    ...[
      { id: demoAdminId, person: admin },
      { id: colleagueId, person: colleague },
    ].map(({ id, person }) => ({
      ...accountRow(options, id, person),
      location: 'Singapore',
      bio: '',
      role: 'admin',
      created: joined(380),
    })),
  ];
}

function learnerRow(options: PeopleOptions, learner: DemoLearner, created: string): DemoRow {
  const row = accountRow(options, learnerId(learner), learner);
  return { ...row, location: learner.area, bio: learner.stage, created };
}

/** A learner has been here for as long as the course takes, and a little. */
function daysAsLearner(learner: DemoLearner): number {
  const lessons = learner.course.reduce((sum, [, count]) => sum + count, 0);
  return learner.endedDaysAgo + lessons * 9 + 12;
}

function accountRow(options: PeopleOptions, id: string, person: Person): DemoRow {
  const chance = demoChance(`account:${person.key}`);
  return {
    id,
    password: options.passwordHash,
    tokenKey: options.newTokenKey(),
    email: demoAddress(person.key),
    verified: true,
    name: person.name,
    ...splitName(person.name),
    avatar: portraitFile(person.key),
    phone: `+65 ${chance.pick([8, 9])}000 ${chance.between(1000, 9999)}`,
    phoneProved: options.nowIso,
    role: 'user',
    language: 'en',
    timezone: demoZone,
    updated: options.nowIso,
  };
}

/** What the second admin asks to have changed, so that the first can confirm it: another address of a learner who lost the mailbox. */
export function accountChangeRows({ nowIso }: PeopleOptions): DemoRow[] {
  const [learner] = formerLearners;
  if (!learner) return [];
  const askedMs = Date.parse(nowIso) - 20 * 3_600_000;
  return [
    {
      id: demoId('account-change', learner.key),
      user: learnerId(learner),
      field: 'email',
      value: demoAddress(`${learner.key}.new`),
      was: demoAddress(learner.key),
      reason: 'Called from her own number: the old mailbox was closed.',
      status: 'waiting',
      starter: colleagueId,
      starterName: colleague.name,
      personName: learner.name,
      expires: isoOf(askedMs + 7 * 24 * 3_600_000),
      created: isoOf(askedMs),
      updated: isoOf(askedMs),
    },
  ];
}

/** The row of the superuser account. */
export function superuserRow(options: PeopleOptions): DemoRow {
  return {
    id: demoId('superuser', 'root'),
    password: options.passwordHash,
    tokenKey: options.newTokenKey(),
    email: demoAddress('root'),
    verified: true,
    created: options.nowIso,
    updated: options.nowIso,
  };
}

/** The rows of the instructors' profiles. Papers end and people turn 75 relative to `today`, so the demo never goes stale. */
export function instructorRows(options: PeopleOptions, ratingOf: (instructor: DemoInstructor) => Rating): DemoRow[] {
  const today = Temporal.PlainDate.from(options.today);
  return demoInstructors.map((instructor) => {
    const chance = demoChance(`profile:${instructor.key}`);
    const rating = ratingOf(instructor);
    return {
      id: instructorId(instructor),
      user: instructorUserId(instructor),
      name: instructor.name,
      photo: portraitFile(instructor.key),
      carPhoto: carFile(instructor.key),
      bio: instructor.bio,
      status: 'listed',
      ...offerOf(instructor),
      ratingAverage: rating.average,
      ratingCount: rating.count,
      ratingShown: rating.shown,
      passRatePercent: instructor.passRate?.[0] ?? 0,
      passRatePeriod: instructor.passRate ? passRatePeriod(today) : '',
      passRateSample: instructor.passRate?.[1] ?? 0,
      vehiclePlate: instructor.car[0],
      vehicleModel: instructor.car[1],
      // The first of the papers that ends: nothing is booked after it (rule 28).
      licenceExpiresOn: Object.values(paperEndsOf(instructor, options.today)).sort()[0],
      retiresOn: today
        .add({ years: 75 - instructor.age })
        .subtract({ days: chance.between(10, 300) })
        .toString(),
      verifiedAt: instantOn(today.subtract({ days: chance.between(2, 25) }).toString(), 660),
      created: instantOn(today.subtract({ days: 330 + (instructor.age % 40) }).toString(), 600),
      updated: options.nowIso,
    };
  });
}

function offerOf(instructor: DemoInstructor): DemoRow {
  return {
    licenceClasses: instructor.classes,
    languages: instructor.languages,
    areas: instructor.areas,
    testCentre: instructor.testCentre,
    gender: instructor.gender ?? '',
    postalSector: instructor.sector,
    hourlyCents: instructor.hourlyCents,
    eveningSurchargePercent: instructor.eveningPercent ?? 0,
    weekendSurchargePercent: instructor.weekendPercent ?? 0,
    timezone: demoZone,
    lessonMinutes: instructor.lessonMinutes ?? [60, 90, 120],
    slotStepMinutes: 30,
    minNoticeMinutes: instructor.noticeMinutes ?? 720,
    horizonDays: 56,
    gapMinutes: instructor.gapMinutes ?? 15,
    maxLessonsPerDay: instructor.maxLessonsPerDay ?? 0,
    maxLessonsPerWeek: 0,
    maxPerLearnerPerWeek: 3,
    instantBooking: !instructor.approvesByHand,
    worksHolidays: instructor.worksHolidays ?? false,
    cancellationHours: instructor.cancellationHours ?? 24,
  };
}

/** The police's figures run from May to April; the latest full year before `today`. */
function passRatePeriod(today: Temporal.PlainDate): string {
  const endYear = today.month > 4 ? today.year : today.year - 1;
  return `May ${endYear - 1}–Apr ${endYear}`;
}

/** Every picture: the portrait of each account and of each instructor's profile, and the instructors' cars. */
export function pictures(): DemoFile[] {
  const of = (collection: 'users' | 'instructors', record: string, person: Person): DemoFile => ({
    collection,
    record,
    file: portraitFile(person.key),
    svg: drawPortrait(person.key, person.looks),
  });
  return [
    ...demoInstructors.map((person) => of('instructors', instructorId(person), person)),
    ...demoInstructors.map((person) => ({
      collection: 'instructors',
      record: instructorId(person),
      file: carFile(person.key),
      svg: drawCar(person.key, person.car[1]),
    })),
    ...demoInstructors.map((person) => of('users', instructorUserId(person), person)),
    ...[...demoLearners, ...formerLearners].map((person) => of('users', learnerId(person), person)),
    of('users', demoAdminId, admin),
    of('users', colleagueId, colleague),
  ];
}

function portraitFile(key: string): string {
  return `portrait_${demoId('portrait', key).slice(0, 10)}.svg`;
}

function carFile(key: string): string {
  return `car_${demoId('car', key).slice(0, 10)}.svg`;
}
