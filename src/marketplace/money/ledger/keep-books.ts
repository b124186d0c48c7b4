import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { hasBooks, hasEntries } from './books.store.ts';

/** What the ledger was written from: once money moved, these stay as they are, for superusers too (api.md). */
const keptOfLesson = ['instructor', 'learner', 'start', 'end', 'durationMinutes', 'priceCents', 'lines'];
const paidFor = ['lesson', 'lessonSeries', 'packagePurchase', 'learner', 'method', 'status', 'amountCents'];
/** By these a payment goes back the way it came. */
const wayBack = ['chargedWith', 'chargedCents', 'drawnFrom', 'drawnMinutes', 'provider', 'providerReference'];
/** When money came in counts for receipts, for how long PayNow can be sent back, and for the years of statements. */
const keptOfPayment = [...paidFor, ...wayBack, 'refundedCents', 'succeededAt'];
const keptOfPayout = ['instructor', 'amountCents', 'status', 'date'];
const keptOfRefund = ['payment', 'learner', 'amountCents', 'status'];
const keptOfPackage = ['learner', 'instructor', 'minutes', 'minutesLeft', 'priceCents', 'status'];
const code = 'kept_by_the_books';

/**
 * Keeps what is paid as the books say: edits and deletions of it answer 400 `kept_by_the_books` at the field, with the way that keeps them
 * right. So does emptying a collection that the ledger refers to.
 */
export function registerBookKeeping(engine: Engine): void {
  engine.hooks.on('lessons', {
    beforeUpdate: (event) =>
      refuseChange(event, keptOfLesson, 'This lesson is paid. Cancel it or move it, so that the money follows.'),
    beforeDelete: (event) => refuseDeletion(event),
  });
  engine.hooks.on('payments', {
    async beforeUpdate(event) {
      refusePaidByEdit(event);
      await refuseChange(event, keptOfPayment, 'This payment stands in the ledger. Refund it to take money back.');
    },
    beforeDelete: (event) => refuseDeletion(event),
  });
  engine.hooks.on('payouts', {
    beforeUpdate: (event) => refuseChange(event, keptOfPayout, 'A payout is as it was sent. Retry it where it failed.'),
    beforeDelete: (event) => refuseDeletion(event),
  });
  engine.hooks.on('refunds', {
    beforeUpdate: (event) => refuseChange(event, keptOfRefund, 'A refund is as it was owed. Retry it where it failed.'),
    beforeDelete: (event) => refuseDeletion(event),
  });
  engine.hooks.on('package_purchases', {
    beforeUpdate: (event) =>
      refuseChange(event, keptOfPackage, 'This package is paid. Refund it, so that the money follows.'),
    beforeDelete: (event) => refuseDeletion(event),
  });
  for (const name of ['users', 'instructors', 'lessons', 'payments', 'payouts']) {
    engine.hooks.on(name, {
      async beforeTruncate(db) {
        if (!(await hasEntries(db))) return;
        const message = 'The ledger refers to these records. They are kept for at least seven years.';
        throw badRequest(message, { collection: { code, message } });
      },
    });
  }
}

async function refuseChange(event: RecordEvent, kept: readonly string[], message: string): Promise<void> {
  const { record, original, sent, db, collection } = event;
  if (!original || event.system) return;
  const changed = kept.filter((name) => sent.has(name) && !isSame(record[name], original[name]));
  if (changed.length === 0 || !(await hasBooks(db, collection.name, original.id))) return;
  throw badRequest('Failed to update record.', Object.fromEntries(changed.map((name) => [name, { code, message }])));
}

/** The states that say money came in. */
const paid: readonly unknown[] = ['succeeded', 'refunded', 'part_refunded'];

// Nothing would stand in the ledger for it. A superuser writes money that came in down as a new payment, which posts it.
function refusePaidByEdit({ record, original, system }: RecordEvent): void {
  if (!original || system || !paid.includes(record.status) || paid.includes(original.status)) return;
  const message = 'An edit brings no money into the ledger. Write a payment that came in down as a new one.';
  throw badRequest('Failed to update record.', { status: { code, message } });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function refuseDeletion({ system, record, db, collection }: RecordEvent): Promise<void> {
  if (system || !(await hasBooks(db, collection.name, record.id))) return;
  const message = 'Money moved for this, so it is kept for at least seven years.';
  throw badRequest('Failed to delete record.', { id: { code, message } });
}
