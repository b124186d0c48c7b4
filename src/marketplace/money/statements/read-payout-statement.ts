import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { RequestContext } from '#engine/http/route.ts';
import { type FeeRule, feeRuleOf } from '#rules/fees/fee-rule.ts';
import { policyOfVersion, readPolicyValues } from '#rules/policies/policy-at.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { dateText, parseDate } from '#rules/time/local-time.ts';
import type { PayoutStatementAnswer, StatementLine } from '#wire/statements.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { listPolicies } from '../../platform/policies/find-policy.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import { type Days, readDirectPayments, readDirectSums } from '../../teaching/own-learners/read-direct-payments.ts';
import { findPayoutHead, listPayoutLines, type PayoutHead, type PayoutLine } from './statements.store.ts';

/** A line with its instants in epoch milliseconds. */
export type TakenLine = Omit<StatementLine, 'created' | 'start'> & { createdMs: number; startMs: number | null };

export type PayoutStatement = {
  auth: AuthRecord;
  head: PayoutHead;
  lines: TakenLine[];
  /** What own learners paid to the instructor themselves since the payout before; none of it is in the payout. */
  direct: PayoutStatementAnswer['direct'];
};

/** A payout with what it took along, for its instructor and who may see payouts; 401 for guests, 404 for everybody else. */
export async function readPayoutStatement(
  engine: Engine,
  { auth, params }: Pick<RequestContext, 'auth' | 'params'>,
): Promise<PayoutStatement> {
  if (!auth) throw unauthorized();
  const { db } = engine;
  const head = await findPayoutHead(db, params.id ?? '');
  if (!head || (head.instructorUser !== auth.id && !hasRight(auth, 'payouts'))) throw notFound();
  if (head.instructorUser !== auth.id) await noteShown(engine, auth, { payouts: [head.id] });
  const days = daysOf(head);
  const [lines, policies, items, sums] = await Promise.all([
    listPayoutLines(db, head.id),
    listPolicies(db),
    readDirectPayments(db, head.instructor, days),
    readDirectSums(db, head.instructor, days),
  ]);
  const valuesOf = (version: number) => readPolicyValues(policyOfVersion(policies, version)?.values);
  return {
    auth,
    head,
    lines: lines.map((line) => statementLine(line, valuesOf)),
    direct: { ...days, totalCents: sums.totalCents, items },
  };
}

/** The days since the payout before; a week for the first one. */
function daysOf({ date, lastDate }: PayoutHead): Days {
  const day = parseDate(date) ?? 0;
  const last = parseDate(lastDate) ?? day - 7;
  return { from: dateText(last + 1), to: date };
}

function statementLine(line: PayoutLine, valuesOf: (version: number) => PolicyValues): TakenLine {
  const { lines, policyVersion, isOwnLearner, keptCents, settledFeeCents, giftFeeCents, pairFeeCents, ...shown } = line;
  const priceLines = line.amountCents < 0 ? [] : (lines ?? []);
  return {
    ...shown,
    grossCents: line.amountCents + line.feeCents,
    surcharges: priceLines.filter(({ kind }) => kind === 'evening' || kind === 'weekend'),
    feeRule: keptCents === null ? null : ruleOf(line, valuesOf(policyVersion ?? 1)),
  };
}

function ruleOf(line: PayoutLine, values: PolicyValues): FeeRule {
  const { isOwnLearner } = line;
  const [keptCents, feeCents, pairFeeCents] = [line.keptCents ?? 0, line.settledFeeCents ?? 0, line.pairFeeCents ?? 0];
  const taken = { keptCents, feeCents, pairFeeCents, giftFeeCents: line.giftFeeCents ?? 0, isOwnLearner };
  return feeRuleOf(taken, values);
}
