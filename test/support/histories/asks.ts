import { type Ask, card, cardOf, hourMs, type Lesson, minuteMs, record, type Scene, startIn } from './ask.ts';
import { aboutLesson } from './lesson-asks.ts';
import { guestHold, handOver, newPolicy } from './other-asks.ts';
import type { Kind, Some, What } from './steps.ts';

/** Chooses among rows. */
const pick = <Row>(rows: readonly Row[], nth: number): Row | undefined => rows[nth % Math.max(1, rows.length)];

/** The asks of a step. None where there is nothing yet that it could be about. */
export async function asksOf(what: What, scene: Scene): Promise<Ask[]> {
  const lesson = 'nth' in what ? await findLesson(scene, what) : undefined;
  switch (what.kind) {
    case 'wait':
      return [{ toMs: scene.nowMs + what.minutes * minuteMs }];
    case 'pay_day':
      return [{ toMs: nextPayDay(scene.nowMs) }];
    case 'book':
      return bookings(what, scene);
    case 'package':
      return packages(what, scene);
    case 'queue':
      return queue(what, scene);
    case 'take':
      return take(what, scene);
    case 'end_package':
      return endPackage(what, scene);
    case 'dispute':
    case 'end_dispute':
    case 'refund_news':
    case 'refund_by_hand':
    case 'payout_returned':
    case 'payout_again':
    case 'payout_by_hand':
      return moneyNews(what, scene);
    case 'hand_over':
      return handOver(what, scene);
    case 'guest':
      return guestHold(what, scene);
    case 'policy':
      return newPolicy(scene);
    case 'leave':
      return [];
    default:
      return lesson ? aboutLesson(what, lesson, scene) : [];
  }
}

// In the midst of a Wednesday that is far enough away for what ended until now to be payable on it.
function nextPayDay(nowMs: number): number {
  const dayMs = 24 * hourMs;
  // 1 January 1970 was a Thursday; noon in Singapore is 4 AM.
  const wednesdays = Math.ceil((nowMs + 4 * dayMs - 6 * dayMs) / (7 * dayMs));
  return wednesdays * 7 * dayMs + 6 * dayMs + 4 * hourMs;
}

const fitting: Partial<Record<Kind, string>> = {
  pay: `'held'`,
  cancel: `'held', 'requested', 'confirmed'`,
  waive: `'cancelled_by_learner'`,
  move: `'confirmed'`,
  teach: `'confirmed'`,
  miss: `'confirmed', 'in_progress'`,
  claim: `'confirmed', 'completed', 'closed', 'no_show_learner', 'no_show_instructor'`,
};

/** A lesson of which a step can be, or now and then any. */
async function findLesson({ db, people }: Scene, { kind, nth }: { kind: Kind; nth: number }) {
  const states = nth % 5 === 0 ? undefined : fitting[kind];
  const rows = await db.query<Lesson>(
    `select l.id, l.learner, i."user" as owner, (extract(epoch from l.start) * 1000)::double precision as "startMs",
       (extract(epoch from l."end") * 1000)::double precision as "endMs", l."startCode" as code
     from lessons l join instructors i on i.id = l.instructor
     where l.learner = any ($1) ${states ? `and l.status in (${states})` : ''} order by l._seq`,
    [people.learners],
  );
  return pick(rows, nth);
}

function bookings(what: Some<'book'>, { people, nowMs, newId }: Scene): Ask[] {
  const [id, payment] = [newId(), newId()];
  const person = people.learners[what.learner] ?? '';
  const weeks = what.weeks > 1 ? { weeks: Array.from({ length: what.weeks }, (_, week) => week) } : {};
  const booking = {
    ...{ id, instructor: people.teachers[what.teacher], start: startIn(nowMs, what.hours), durationMinutes: 60 },
    ...weeks,
  };
  const of = what.weeks > 1 ? { lessonSeries: id } : { lesson: id };
  const pay = (how: object, name = payment): Ask => ({
    person,
    path: record('payments'),
    body: { id: name, ...of, ...how },
  });
  const bank: Ask = { person, path: 'sandbox/bank', body: { payment } };
  const ways: Record<typeof what.paidBy, Ask[]> = {
    card: [pay(card)],
    paynow: [pay({ method: 'paynow' }), bank],
    late_paynow: [pay({ method: 'paynow' }), { toMs: nowMs + 16 * minuteMs }, bank],
    declined: [pay(cardOf('4000000000000002')), pay(card, newId())],
    extra_step: [pay(cardOf('4000000000003220')), bank],
    credit: [pay({ method: 'credit' })],
    nothing: [],
  };
  // The last one answers by hand.
  const isByHand = what.teacher === 2 && what.paidBy !== 'nothing';
  const answer = { lesson: id, decision: what.isAccepted ? 'accept' : 'decline' };
  return [
    { person, path: record('lessons'), body: booking },
    ...ways[what.paidBy],
    ...(isByHand ? [{ person: people.owners[2] ?? '', path: record('approvals'), body: answer }] : []),
  ];
}

function packages(what: Some<'package'>, { people, newId }: Scene): Ask[] {
  const person = people.learners[what.learner] ?? '';
  const id = newId();
  const order = { id, instructor: people.teachers[what.teacher], minutes: what.minutes };
  return [
    { person, path: record('package_purchases'), body: order },
    { person, path: record('payments'), body: { packagePurchase: id, ...card } },
    ...(what.isGivenBack ? [{ person, path: record('package_refunds'), body: { packagePurchase: id } }] : []),
  ];
}

function queue({ learner, teacher }: Some<'queue'>, { people }: Scene): Ask[] {
  const body = { licenceClass: '3A', areas: [], windows: [], instructor: people.teachers[teacher] };
  return [{ person: people.learners[learner] ?? '', path: record('waitlist_entries'), body }];
}

async function take({ nth }: Some<'take'>, { db, people, newId }: Scene): Promise<Ask[]> {
  const rows = await db.query<{ learner: string; instructor: string; start: Date; minutes: number }>(
    `select learner, instructor, start, "durationMinutes" as minutes from waitlist_offers where learner = any ($1) and status = 'open' order by _seq`,
    [people.learners],
  );
  const offer = pick(rows, nth);
  if (!offer) return [];
  const id = newId();
  const { learner: person, instructor, start, minutes: durationMinutes } = offer;
  return [
    { person, path: record('lessons'), body: { id, instructor, start: start.toISOString(), durationMinutes } },
    { person, path: record('payments'), body: { lesson: id, ...card } },
  ];
}

async function endPackage({ nth }: Some<'end_package'>, { db, people }: Scene): Promise<Ask[]> {
  const rows = await db.query<{ id: string; learner: string }>(
    `select id, learner from package_purchases where learner = any ($1) and status in ('active', 'used') order by _seq`,
    [people.learners],
  );
  const pack = pick(rows, nth);
  return pack ? [{ person: pack.learner, path: record('package_refunds'), body: { packagePurchase: pack.id } }] : [];
}

type AboutMoney = Some<
  'dispute' | 'end_dispute' | 'refund_news' | 'refund_by_hand' | 'payout_returned' | 'payout_again' | 'payout_by_hand'
>;

const moneyRows: Record<AboutMoney['kind'], string> = {
  dispute: `select id, "amountCents" from payments where learner = any ($1) and method = 'card' and status in ('succeeded', 'part_refunded', 'refunded')
    and "amountCents" > 0 and "chargedWith" = ''`,
  end_dispute: `select id, "amountCents" from chargebacks where status = 'open' and id not like '%.%'
    and payment in (select id from payments where learner = any ($1))`,
  refund_news: `select id, "amountCents" from refunds where learner = any ($1) and status in ('sent', 'paid') and "providerReference" not in ('', 'credit', 'chargeback')`,
  refund_by_hand: `select id, "amountCents" from refunds where learner = any ($1) and status = 'failed'`,
  payout_returned: `select id, "amountCents" from payouts where instructor = any ($2) and status = 'paid'`,
  payout_again: `select id, "amountCents" from payouts where instructor = any ($2) and status = 'failed'`,
  payout_by_hand: `select id, "amountCents" from payouts where instructor = any ($2) and status = 'failed' and "returnedAt" is null`,
};

async function moneyNews(what: AboutMoney, { db, people, newId }: Scene): Promise<Ask[]> {
  const rows = await db.query<{ id: string; amountCents: number }>(
    `${moneyRows[what.kind]} and $1::text[] is not null and $2::text[] is not null order by _seq`,
    [people.learners, people.teachers],
  );
  const row = pick(rows, what.nth);
  if (!row) return [];
  const { id } = row;
  switch (what.kind) {
    case 'dispute': {
      const dispute = `dp${newId()}`;
      const amountCents = what.isPart ? Math.ceil(row.amountCents / 3) : row.amountCents;
      const opened: Ask = { news: { kind: 'dispute', dispute, payment: id, amountCents } };
      if (what.outcome === 'open') return [opened];
      return [opened, { news: { kind: 'dispute_ended', dispute, isWon: what.outcome === 'won' } }];
    }
    case 'end_dispute':
      return [{ news: { kind: 'dispute_ended', dispute: id, isWon: what.isWon } }];
    case 'refund_news':
      return [{ news: { kind: 'refund', refund: id, isPaid: what.isPaid } }];
    case 'refund_by_hand':
      return [
        {
          ...{ person: people.admin, path: `marketplace/refunds/${id}/sent`, body: { reference: `by hand ${id}` } },
          sentCents: row.amountCents,
        },
      ];
    case 'payout_returned':
      return [{ news: { kind: 'payout_returned', payout: id } }];
    case 'payout_by_hand': {
      const sent = { reference: `by hand ${id}`, wasSent: true };
      return [{ person: people.admin, path: `marketplace/payouts/${id}/sent`, body: sent, sentCents: row.amountCents }];
    }
    case 'payout_again':
      return [{ person: people.admin, path: `marketplace/payouts/${id}/retry`, body: {} }];
  }
}
