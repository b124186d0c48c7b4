import { createHash } from 'node:crypto';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { insertPayment } from './payments.store.ts';
import type { PaymentPart } from './till.ts';

/**
 * A payment as its rows: one, or one for each part of what it pays. The first has the payment's id and is charged for all of them; what each costs by
 * itself is its amount, so that each comes back by itself, too, and the sum is what was charged.
 */
export function splitPayment(payment: Row, parts: readonly PaymentPart[] | undefined): Row[] {
  if (!parts) return [payment];
  const chargedCents = parts.reduce((sum, { dueCents }) => sum + dueCents, 0);
  return parts.map(({ lesson, dueCents: amountCents }, index) =>
    index === 0
      ? { ...partOf(payment, lesson, undefined), amountCents, chargedCents }
      : { ...partOf(payment, lesson, payment), amountCents },
  );
}

/** The payment of one part: the first is the payment itself, the others are charged with it. */
export function partOf(payment: Row, lesson: string, first: Row | undefined): Row {
  if (!first) return { ...payment, lesson };
  // The same id on every try, so that a repeat meets what it wrote before.
  const id = createHash('sha256').update(`part:${first.id}:${lesson}`).digest('hex').slice(0, 15);
  return { ...payment, id, lesson, chargedWith: first.id, _request_hash: '' };
}

/** Writes down all rows of a payment or none, and answers the first; undefined where another payment of one of them is open or done. */
export async function insertTogether(db: Engine['db'], rows: readonly Row[]): Promise<Row | undefined> {
  const [only, ...others] = rows;
  // One statement is a transaction of its own.
  if (!only || others.length === 0) return only && insertPayment(db, only);
  try {
    return await db.transaction(async (tx) => {
      const made: Row[] = [];
      for (const row of rows) made.push((await insertPayment(tx, row)) ?? throwTaken());
      return made[0];
    });
  } catch (error) {
    if (error instanceof TakenError) return undefined;
    throw error;
  }
}

function throwTaken(): never {
  throw new TakenError();
}

class TakenError extends Error {}
