import { createTurns } from '#engine/create-turns.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound, unauthorized } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { Offer } from '#rules/availability/list-slots.ts';
import type { Point } from '#rules/places/distance-km.ts';
import { findPlanningArea, type PlanningArea } from '#rules/places/planning-areas.ts';
import { dayMs } from '#rules/time/durations.ts';
import type { AreaCount, Offered, OfferPreviewAnswer } from '#wire/teaching.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { countWaitingIn, type Diary, findAreas, findDiary } from './availability.store.ts';
import { type PricedSlot, slotsOf } from './find-slots.ts';
import { mayActFor } from './may-act-for.ts';

/** As far as free times are asked for at once elsewhere. */
const aheadDays = 92;

/** Times that are counted for an area: as many as a whole day, every day, on a grid of a quarter of an hour. */
const mostOfArea = 92 * 96;
const looks = { max: 120, seconds: 300, message: 'You changed this often just now. Try again in a few minutes.' };

/** The settings that decide about free times, and the largest value of each. */
const settings = {
  slotStepMinutes: 1440,
  minNoticeMinutes: 43_200,
  horizonDays: 730,
  gapMinutes: 1440,
  maxLessonsPerDay: 100,
  maxLessonsPerWeek: 500,
} as const;
type Setting = keyof typeof settings;
const choices = ['worksHolidays', 'considersTravel'] as const;
/** Other settings, another shortest length, other areas; what is left out stays as it is saved. */
type Change = {
  offer: Partial<Pick<Offer, Setting | (typeof choices)[number]>>;
  durationMinutes?: number;
  areas?: PlanningArea[];
};

/**
 * `GET /api/marketplace/preview-offer`: what learners would be offered with other booking settings, lengths or areas, beside what they are offered now;
 * nothing is changed. For the instructor and admins; lessons of the shortest length, in the next 92 days. Where drives are considered, also how many
 * times are left for a pick-up in the middle of each area; where areas are asked for, also how many learners wait for times there. 429 after 120 in
 * five minutes: each works out free times of three months, for each area anew.
 */
export function previewOfferRoute(engine: Engine): Route<OfferPreviewAnswer> {
  const inTurn = createTurns(1);
  return {
    method: 'GET',
    path: '/api/marketplace/preview-offer',
    async handle({ auth, query }) {
      if (!auth) throw unauthorized();
      const change = parseChange(query);
      const nowMs = engine.clock.nowMs();
      const span = { fromMs: nowMs, toMs: nowMs + aheadDays * dayMs, nowMs };
      const instructor = query.instructor ?? '';
      const diary = await findDiary(engine.db, { instructor, ...span });
      if (!diary || !mayActFor(diary, auth)) throw notFound();
      await refuseTooManyAttempts(engine, { key: `preview-offer:${auth.collectionId}/${auth.id}`, ...looks });
      const body = await inTurn(
        async (): Promise<OfferPreviewAnswer> => ({
          ...comparisonOf(diary, change, span),
          ...(await byArea(engine, { instructor, diary, change, span })),
        }),
      );
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

type Span = { fromMs: number; toMs: number; nowMs: number };

/** The free times as they are saved and as they are wanted, for a pick-up if it is known. */
function timesOf(diary: Diary, change: Change, span: Span) {
  const savedMinutes = Math.min(...diary.lessonMinutes);
  const wantedMinutes = change.durationMinutes ?? savedMinutes;
  const slots = (offer: Offer, durationMinutes: number, pickup?: Point) =>
    slotsOf(
      { ...diary, isListed: true, offer, lessonMinutes: [durationMinutes] },
      { ...span, durationMinutes, pickup, ...(pickup && { limit: mostOfArea }) },
    );
  return {
    minutes: wantedMinutes,
    saved: (pickup?: Point) => (Number.isFinite(savedMinutes) ? slots(diary.offer, savedMinutes, pickup) : []),
    wanted: (pickup?: Point) =>
      Number.isFinite(wantedMinutes) ? slots({ ...diary.offer, ...change.offer }, wantedMinutes, pickup) : [],
  };
}

function comparisonOf(diary: Diary, change: Change, span: Span) {
  const { minutes, saved, wanted } = timesOf(diary, change, span);
  return {
    durationMinutes: Number.isFinite(minutes) ? minutes : null,
    saved: offerOf(saved()),
    wanted: offerOf(wanted()),
  };
}

type ByArea = { instructor: string; diary: Diary; change: Change; span: Span };

async function byArea(engine: Engine, { instructor, diary, change, span }: ByArea) {
  const { saved, wanted } = timesOf(diary, change, span);
  const isByArea = diary.offer.considersTravel || change.offer.considersTravel;
  const known = isByArea || change.areas ? await findAreas(engine.db, instructor) : [];
  const areas = change.areas ?? known.flatMap((name) => findPlanningArea(name) ?? []);
  const waiting = change.areas && {
    saved: await countWaitingIn(engine.db, instructor, known),
    wanted: await countWaitingIn(
      engine.db,
      instructor,
      areas.map(({ name }) => name),
    ),
  };
  const counted: AreaCount[] = [];
  for (const area of isByArea ? areas : []) {
    counted.push({ area: area.name, saved: saved(area).length, wanted: wanted(area).length });
    // Requests are answered in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { areas: counted, ...(waiting && { waiting }) };
}

function offerOf(slots: readonly PricedSlot[]): Offered {
  const [first, last] = [slots[0], slots.at(-1)];
  return {
    count: slots.length,
    first: first ? isoInstant(first.startMs) : null,
    last: last ? isoInstant(last.startMs) : null,
  };
}

function parseChange(query: RequestContext['query']): Change {
  const errors: ErrorData = {};
  const read = (name: string, min: number, max: number) => {
    const text = query[name];
    if (text === undefined || text === '') return undefined;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    errors[name] = { code: 'validation_invalid_value', message: `Must be a whole number from ${min} to ${max}.` };
    return undefined;
  };
  const change: Change = { offer: {} };
  for (const [name, max] of Object.entries(settings) as Array<[Setting, number]>) {
    const value = read(name, 0, max);
    if (value !== undefined) change.offer[name] = value;
  }
  for (const name of choices) if (query[name]) change.offer[name] = query[name] === 'true';
  const durationMinutes = read('durationMinutes', 5, 2880);
  if (durationMinutes !== undefined) change.durationMinutes = durationMinutes;
  if (query.areas !== undefined) {
    const names = query.areas.split(',').filter((name) => name !== '');
    const known = names.flatMap((name) => findPlanningArea(name) ?? []);
    // Each once, however often it is named and in whatever letters: there are 55.
    change.areas = [...new Set(known)];
    if (known.length < names.length) {
      errors.areas = { code: 'validation_invalid_value', message: 'Must be planning areas, separated by commas.' };
    }
  }
  if (Object.keys(errors).length > 0) throw badRequest('Invalid request.', errors);
  return change;
}
