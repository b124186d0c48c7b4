import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCall, refuseNow } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { isOf } from '#rules/outside/separate-explained.ts';
import type { OutsideAnswer, OutsideDifference } from '#wire/outside.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import { findPartiesOf, takeExplanationBack, writeExplanation } from './explained.store.ts';
import { listProofs } from './outside.store.ts';

/**
 * `GET /api/marketplace/outside`: what the latest comparison of the books with each place outside came to: what is missing on which side, the oldest 200 of
 * each, and what somebody explained.
 * `POST /api/marketplace/outside/explain {place, reference, part, currency, hereCents, thereCents, reason}`: says why a difference is as it is: it is not open
 * any more while its sums stay so; 204. 409 `changed` where there is no such open difference, 400 `own_case` for one of one's own money.
 * `POST /api/marketplace/outside/reopen {place, reference, part, currency}`: takes that back; 204, 409 `not_explained`, or 400 `own_case`. All for admins and
 * finance.
 */
export function outsideRoutes(engine: Engine): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/marketplace/outside',
      async handle({ auth }) {
        requireRight(auth, 'payments');
        const proofs = (await listProofs(engine.db)).map(
          ({ comparedMs, readMs, oldestMs: _oldest, notComparedMs, ...proof }) => ({
            ...proof,
            comparedAt: isoInstant(comparedMs),
            readUntil: readMs === null ? null : isoInstant(readMs),
            notComparedSince: notComparedMs === null ? null : isoInstant(notComparedMs),
          }),
        );
        const headers = { 'Cache-Control': 'private, no-store' };
        return { status: 200, headers, body: { proofs } satisfies OutsideAnswer };
      },
    } satisfies Route<OutsideAnswer>,
    {
      method: 'POST',
      path: '/api/marketplace/outside/explain',
      async handle(request) {
        const auth = requireRight(request.auth, 'payments');
        const { fields } = await request.body();
        const named = readNamed(fields);
        const reason = readReason(fields.reason);
        const sums = { hereCents: Number(fields.hereCents), thereCents: Number(fields.thereCents) };
        await engine.db.transaction(async (tx) => {
          const difference = await findOpen(tx, { ...named, ...sums });
          await refuseParties(tx, auth, difference);
          const nowMs = engine.clock.nowMs();
          await writeExplanation(tx, { ...named, ...sums, reason, by: auth.id, nowMs });
          await audit(engine, tx, auth, { ...named, from: 'open', to: 'explained', reason });
        });
        return { status: 204 };
      },
    } satisfies Route<never>,
    {
      method: 'POST',
      path: '/api/marketplace/outside/reopen',
      async handle(request) {
        const auth = requireRight(request.auth, 'payments');
        const named = readNamed((await request.body()).fields);
        await engine.db.transaction(async (tx) => {
          const explained = await findExplained(tx, named);
          if (explained) await refuseParties(tx, auth, explained);
          const reason = await takeExplanationBack(tx, named);
          if (reason === undefined)
            throw refuseNow('reference', 'not_explained', 'This difference is not explained, or is open again.');
          await audit(engine, tx, auth, { ...named, from: 'explained', to: 'open', reason });
        });
        return { status: 204 };
      },
    } satisfies Route<never>,
  ];
}

type Named = { place: string; reference: string; part: string; currency: string };

function readNamed(fields: Record<string, unknown>): Named {
  const read = (name: keyof Named) => {
    const value = fields[name];
    if (typeof value === 'string' && value !== '' && value.length <= 300) return value;
    throw refuseCall(name, 'validation_required', 'Cannot be blank.');
  };
  return { place: read('place'), reference: read('reference'), part: read('part'), currency: read('currency') };
}

function readReason(value: unknown): string {
  const reason = typeof value === 'string' ? value.trim() : '';
  if (reason === '') throw refuseCall('reason', 'validation_required', 'Cannot be blank.');
  if (reason.length > 500) throw refuseCall('reason', 'validation_length_out_of_range', 'At most 500 characters.');
  return reason;
}

async function findOpen(
  tx: Transaction,
  { place, ...sides }: Named & Pick<OutsideDifference, 'hereCents' | 'thereCents'>,
): Promise<OutsideDifference> {
  const proof = (await listProofs(tx)).find((one) => one.place === place);
  const found = proof?.differences.find((difference) => isOf(sides, difference));
  if (!found) throw refuseNow('reference', 'changed', 'There is no such open difference now. Load the page once more.');
  return found;
}

/** The difference that an explanation is of; one whose sums changed is open already. */
async function findExplained(tx: Transaction, named: Named): Promise<OutsideDifference | undefined> {
  const proof = (await listProofs(tx)).find(({ place }) => place === named.place);
  return proof?.explained.find(
    ({ reference, part, currency }) =>
      reference === named.reference && part === named.part && currency === named.currency,
  );
}

async function refuseParties(
  tx: Transaction,
  auth: AuthRecord,
  { transaction, since }: OutsideDifference,
): Promise<void> {
  const parties = transaction === '' ? [] : await findPartiesOf(tx, transaction);
  const deed = { parties, begun: new Date(since), about: 'money', right: 'payments', field: 'reference' } as const;
  await requireImpartial(tx, { auth, system: false }, { ...deed, refusal: 'Invalid request.' });
}

type Decided = Named & { from: string; to: string; reason: string };

async function audit(
  engine: Engine,
  tx: Transaction,
  auth: AuthRecord,
  { place, reference, part, from, to, reason }: Decided,
): Promise<void> {
  await writeAudit(tx, {
    auth,
    nowMs: engine.clock.nowMs(),
    action: 'update',
    collection: 'outside_differences',
    record: `${place}:${part}:${reference}`,
    recordName: reference,
    changes: [{ field: 'status', from, to }],
    after: { reason },
  });
}
