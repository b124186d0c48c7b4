import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, notFound, refuseCall } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Route } from '#engine/http/route.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { dayMs } from '#rules/time/durations.ts';
import type { BankDecisionAnswer, CandidatesAnswer, MatchOutcome } from '#wire/bank.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { requireRight } from '../../platform/reads/require-right.ts';
import { bringBack, listSentSums } from '../payments/manual/bring-back.ts';
import { readReference, refuseOwnMoney, takeReference } from '../payments/manual/paid-by-hand.ts';
import type { Till } from '../payments/till.ts';
import {
  findBankLine,
  findOfAmount,
  findPaymentOf,
  markBankLine,
  noteBankLine,
  searchPayments,
  takeBankLine,
} from './bank.store.ts';
import { matchBankLine, partiesOf } from './match-bank-line.ts';

/**
 * `GET /api/marketplace/bank/lines/:id/candidates?q=`: payments that a line may be for: of its amount and not paid, of the last 60 days; with `q`
 * those of a learner's name or address, or a reference, whatever their amount and state; and what was sent by hand of its amount in 120 days, or of up to S$50.00 more,
 * which may have come back. For admins and finance.
 */
export function listCandidatesRoute({ engine }: Till): Route<CandidatesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/bank/lines/:id/candidates',
    async handle({ auth, params, query }) {
      const staff = requireRight(auth, 'payments');
      const line = await findBankLine(engine.db, params.id ?? '');
      if (!line) throw notFound();
      const words = (query.q ?? '').trim().slice(0, 200);
      const [amountCents, nowMs] = [Number(line.amountCents), engine.clock.nowMs()];
      const [found, sent] = await Promise.all([
        words ? searchPayments(engine.db, words) : findOfAmount(engine.db, amountCents, nowMs - 60 * dayMs),
        listSentSums(engine.db, amountCents, nowMs - 120 * dayMs),
      ]);
      await noteShown(engine, staff, { payments: found.map(({ payment }) => payment) }, words);
      const instant = (value: Date | null) => (value === null ? null : isoInstant(value.getTime()));
      const items = found.map(({ declaredAt, created, start, ...payment }) => ({
        ...payment,
        declaredAt: instant(declaredAt),
        created: isoInstant(created.getTime()),
        start: instant(start),
      }));
      return { status: 200, body: { items, sent } satisfies CandidatesAnswer };
    },
  };
}

type Decide = (till: Till, line: Row, fields: Record<string, unknown>, by: AuthRecord) => Promise<Row | undefined>;

/** What can be decided about a line; each answers undefined when the line is not in the state for it any more. */
const decisions: Record<Decision, Decide> = {
  async match(till, line, { payment }, by) {
    const found = typeof payment === 'string' ? await findPaymentOf(till.engine.db, payment) : undefined;
    if (found?.provider !== 'manual' || !found.billReference) {
      throw refuseCall(
        'payment',
        'validation_missing_rel_records',
        'There is no such payment by PayNow to this account.',
      );
    }
    await refuseOwnMoney(till.engine.db, by, { parties: partiesOf(found), begun: found.created, field: 'payment' });
    return matchBankLine(till, line, { payment: String(found.id), isConfirmed: true });
  },
  return: (till, line) => mark(till, line, 'open', 'returning'),
  keep: (till, line) => mark(till, line, 'returning', 'open'),
  async returned({ engine }, line, { reference }) {
    const bankReference = readReference(reference);
    const nowMs = engine.clock.nowMs();
    return engine.db.transaction(async (tx) => {
      const taken = await takeBankLine(tx, String(line.id), { from: ['returning'], to: 'returned', nowMs });
      if (!taken) return undefined;
      const [record, amountCents] = [String(line.id), Number(line.amountCents)];
      await takeReference(tx, { of: 'bank_lines', record, amountCents, reference: bankReference, nowMs });
      return noteBankLine(tx, record, { bankReference });
    });
  },
  other: (till, line) => take(till, line, 'other'),
  same(till, line) {
    if (line.likeLine === '') throw refuseCall('decision', 'not_alike', 'No line was imported that this one is like.');
    return take(till, line, 'same');
  },
  async came_back({ engine }, line, { reference, feeCents }, by) {
    const id = String(line.id);
    return engine.db.transaction(async (tx) => {
      const amountCents = Number(line.amountCents);
      const bankReference = await bringBack(engine, tx, {
        line: id,
        amountCents,
        reference: readReference(reference),
        feeCents: readFee(feeCents),
        by,
      });
      // Nothing of it stays where somebody decided about the line before.
      if (bankReference === undefined) throw await refuseDecided(id, engine);
      return noteBankLine(tx, id, { bankReference });
    });
  },
};

type Decision = 'match' | 'return' | 'keep' | 'returned' | 'other' | 'same' | 'came_back';
const isDecision = (name: string): name is Decision => Object.hasOwn(decisions, name);

/**
 * `POST /api/marketplace/bank/lines/:id {decision, payment?, reference?, feeCents?}`: what somebody decides about money that names no payment: `match` with
 * a payment, `return` to its sender and then `returned` by the bank's reference (`keep` takes it back), `other`: it is none of the platform's,
 * `same`: it is the line that it is like, and was counted before, or `came_back`: it is what was sent for a refund or payout by `reference`, which is owed again, whole where the bank kept a fee of `feeCents`.
 * For admins and finance; 409 `decided` when it was decided otherwise before, 400 `own_case` for a payment of one's own, or to oneself.
 */
export function decideBankLineRoute(till: Till): Route<BankDecisionAnswer> {
  const { engine } = till;
  return {
    method: 'POST',
    path: '/api/marketplace/bank/lines/:id',
    async handle(request) {
      const auth = requireRight(request.auth, 'payments');
      const id = request.params.id ?? '';
      const line = await findBankLine(engine.db, id);
      if (!line) throw notFound();
      const { fields } = await request.body();
      const name = String(fields.decision ?? '');
      if (!isDecision(name))
        throw refuseCall(
          'decision',
          'validation_in_invalid',
          'Must be match, return, keep, returned, other, same or came_back.',
        );
      const row = await decisions[name](till, line, fields, auth);
      if (!row) throw await refuseDecided(id, engine);
      publishRow(engine, 'bank_lines', row);
      const { status, payment, outcome } = row;
      await writeAudit(engine.db, {
        auth,
        nowMs: engine.clock.nowMs(),
        action: `bank_${name}`,
        collection: 'bank_lines',
        record: id,
        recordName: `${line.date} ${line.amountCents}`,
        after: { status, payment, outcome, ...(name === 'came_back' ? feeOf(fields) : {}) },
      });
      const body = {
        line: id,
        status: String(status),
        payment: String(payment),
        outcome: outcome as MatchOutcome | '',
      };
      return { status: 200, body };
    },
  };
}

/** What the bank kept of a sum that it sent back, in cents; 400 at `feeCents` for what is no amount. */
function readFee(value: unknown = 0): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw refuseCall('feeCents', 'validation_invalid_value', 'Must be cents.');
}

function feeOf({ feeCents }: Record<string, unknown>) {
  return readFee(feeCents) > 0 ? { feeCents } : {};
}

async function refuseDecided(line: string, { db }: Pick<Engine, 'db'>): Promise<ApiError> {
  const now = await findBankLine(db, line);
  const message = `This was decided before: ${now?.status ?? 'gone'}.`;
  return new ApiError(409, message, { decision: { code: 'decided', message } });
}

function take({ engine }: Till, line: Row, to: 'other' | 'same') {
  return engine.db.transaction((tx) =>
    takeBankLine(tx, String(line.id), { from: ['open'], to, nowMs: engine.clock.nowMs() }),
  );
}

function mark({ engine }: Till, line: Row, from: 'open' | 'returning', to: 'open' | 'returning') {
  return markBankLine(engine.db, String(line.id), { from, to, nowMs: engine.clock.nowMs() });
}
