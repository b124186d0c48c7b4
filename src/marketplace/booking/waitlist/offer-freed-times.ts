import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId } from '#engine/random.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { type LearnerTimes, learnerTest } from '#rules/availability/learner-times.ts';
import { dayMs, minuteMs } from '#rules/time/durations.ts';
import { dateText, localDayOf, localMinuteOf, parseDate, weekdayOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { offerExpiresAt, rankWaiting, type Waiting } from '#rules/waitlist/rank-waiting.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { findLearnerTimes } from '../../teaching/availability/find-learner-times.ts';
import { findFreeSlots, type PricedSlot } from '../../teaching/availability/find-slots.ts';
import { announceOffer } from './announce-offer.ts';
import {
  canBook,
  endPastEntries,
  endPastFreed,
  type FreedTime,
  findDueFreed,
  findWaiting,
  insertOffer,
  lapseOffers,
  lockFreed,
  setNextRound,
  type WaitingEntry,
} from './waitlist.store.ts';

/** Of a stretch that became free so many first times are looked through for each who waits: all quarters of an hour of half a year. */
const mostTimes = 20_000;

/** Offers freed times to those who wait, a round after the other (domain rule 31), until each is taken, past, or nobody is left to ask. */
export async function offerFreedTimes(engine: Engine, nowMs: number): Promise<void> {
  await endPastEntries(engine.db, dateText(localDayOf(platformZone, nowMs)), nowMs);
  await endPastFreed(engine.db, nowMs);
  for (;;) {
    const due = await findDueFreed(engine.db, nowMs);
    for (const id of due) await engine.db.transaction((tx) => runRound(engine, tx, id, nowMs));
    if (due.length === 0) return;
  }
}

async function runRound(engine: Engine, tx: Transaction, id: string, nowMs: number): Promise<void> {
  const freed = await lockFreed(tx, id, nowMs);
  if (!freed) return;
  for (const lapsed of await lapseOffers(tx, id, nowMs)) {
    tx.afterCommit(() => publishRow(engine, 'waitlist_offers', lapsed));
  }
  const slots = await listSlots(tx, freed, nowMs);
  const { values: policy } = await findPolicyAt(tx, nowMs);
  const chosen = slots.length === 0 ? [] : await choose(tx, { freed, slots, policy, nowMs });
  let untilMs = 0;
  for (const { entry, slot } of chosen) {
    const expiresMs = offerExpiresAt(nowMs, slot.startMs - freed.minNoticeMinutes * minuteMs, policy);
    untilMs = Math.max(untilMs, expiresMs);
    const offer = {
      id: newId(engine.random),
      entry: entry.entry,
      learner: entry.learner,
      instructor: freed.instructor,
      startMs: slot.startMs,
      durationMinutes: (slot.endMs - slot.startMs) / minuteMs,
      expiresMs,
      freed: id,
    };
    const row = await insertOffer(tx, offer, nowMs);
    if (!row) continue;
    await announceOffer(engine, tx, {
      ...offer,
      endMs: slot.endMs,
      instructorName: freed.name,
      timezone: freed.timezone,
    });
    tx.afterCommit(() => publishRow(engine, 'waitlist_offers', row));
  }
  await setNextRound(tx, id, chosen.length > 0 ? untilMs : null);
}

// The freed length where it is offered, else the shortest lesson: of a longer stretch each learner is offered the first time that suits.
async function listSlots(tx: Transaction, freed: FreedTime, nowMs: number): Promise<PricedSlot[]> {
  const { instructor, startMs, endMs, lessonMinutes } = freed;
  const span = (endMs - startMs) / minuteMs;
  const durationMinutes = lessonMinutes.includes(span) ? span : Math.min(...lessonMinutes);
  const fromMs = Math.max(startMs, nowMs);
  const toMs = Math.min(endMs, nowMs + (freed.horizonDays + 1) * dayMs);
  if (freed.status !== 'listed' || !Number.isFinite(durationMinutes) || toMs <= fromMs) return [];
  const question = { instructor, learner: '', durationMinutes, nowMs, fromMs, toMs, limit: mostTimes };
  const slots = await findFreeSlots(tx, question);
  return slots.filter((slot) => slot.endMs <= endMs && slot.startMs - freed.minNoticeMinutes * minuteMs > nowMs);
}

type Choice = { entry: WaitingEntry; slot: PricedSlot };
type Round = {
  freed: FreedTime;
  slots: readonly PricedSlot[];
  policy: Awaited<ReturnType<typeof findPolicyAt>>['values'];
  nowMs: number;
};

// The best by rank, of whom each could book the time: who could not is passed over and the next one moves up.
async function choose(tx: Transaction, { freed, slots, policy, nowMs }: Round): Promise<Choice[]> {
  const entries = await findWaiting(tx, freed);
  const learners = await findLearnerTimes(
    tx,
    entries.map(({ learner }) => learner),
    nowMs,
  );
  const suits = await findSuiting({ freed, slots, learners }, entries);
  const waiting = entries.map((entry) => waitingOf(freed, entry, suits.has(entry.entry)));
  const unable = new Set<string>();
  for (;;) {
    const ranked = rankWaiting(
      waiting.map((each) => ({ ...each, fits: each.fits && !unable.has(each.entry) })),
      policy,
    );
    const chosen = ranked.flatMap((id) => suits.get(id) ?? []);
    const refused: string[] = [];
    for (const { entry, slot } of chosen) {
      const durationMinutes = (slot.endMs - slot.startMs) / minuteMs;
      const wanted = {
        instructor: freed.instructor,
        learner: entry.learner,
        startMs: slot.startMs,
        durationMinutes,
        nowMs,
      };
      if (!(await canBook(tx, wanted))) refused.push(entry.entry);
    }
    if (refused.length === 0) return chosen;
    for (const id of refused) unable.add(id);
  }
}

type Suiting = Pick<Round, 'freed' | 'slots'> & { learners: ReadonlyMap<string, LearnerTimes> };

/** The first time that suits each who waits, and that they can come to. */
async function findSuiting(
  { freed, slots, learners }: Suiting,
  entries: readonly WaitingEntry[],
): Promise<Map<string, Choice>> {
  const times = slots.map((slot) => wallTimeOf(freed, slot));
  const suits = new Map<string, Choice>();
  for (const [index, entry] of entries.entries()) {
    // Requests are answered in between.
    if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
    if (!isInAreas(freed, entry)) continue;
    const known = learners.get(entry.learner);
    const isTheirs = known && learnerTest(known, freed);
    const slot = slots.find((each, place) => {
      const time = times[place];
      return time !== undefined && suitsEntry(entry, time) && (isTheirs?.(each) ?? true);
    });
    if (slot) suits.set(entry.entry, { entry, slot });
  }
  return suits;
}

type WallTime = { date: string; weekday: number; startMinute: number; endMinute: number };

function wallTimeOf({ timezone }: FreedTime, { startMs, endMs }: PricedSlot): WallTime {
  const day = localDayOf(timezone, startMs);
  const startMinute = localMinuteOf(timezone, startMs);
  const endMinute = startMinute + (endMs - startMs) / minuteMs;
  return { date: dateText(day), weekday: weekdayOf(day), startMinute, endMinute };
}

function isInAreas(freed: FreedTime, { areas }: WaitingEntry): boolean {
  return !areas || areas.length === 0 || areas.some((area) => freed.areas.includes(area));
}

function suitsEntry({ windows, before }: WaitingEntry, time: WallTime): boolean {
  if (before !== '' && time.date > before) return false;
  if (!windows || windows.length === 0) return true;
  return windows.some(
    (window) =>
      window.weekday === time.weekday && window.startMinute <= time.startMinute && time.endMinute <= window.endMinute,
  );
}

function waitingOf(freed: FreedTime, entry: WaitingEntry, fits: boolean): Waiting {
  const isNear = (entry.areas ?? []).some((area) => freed.areas.includes(area));
  const before = entry.before === '' ? undefined : parseDate(entry.before);
  return {
    entry: entry.entry,
    learner: entry.learner,
    fits,
    wantsInstructor: entry.instructor === freed.instructor,
    km: isNear ? 0 : undefined,
    beforeMs: before === undefined ? undefined : before * dayMs,
    sinceMs: entry.sinceMs,
    wasAsked: entry.wasAsked,
  };
}
