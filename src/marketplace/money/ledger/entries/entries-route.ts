import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { type Page, pageEnvelope, readPage } from '#engine/http/read-page.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { isReady } from '#rules/payouts/plan-payout.ts';
import type { StaffRight } from '#rules/staff/staff-rights.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { EntriesAnswer, FigureEntry } from '#wire/ledger.ts';
import { noteShown } from '../../../platform/audit/note-shown.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { platformFigures } from '../../../platform/reads/platform-figures.ts';
import { readChoice } from '../../../platform/reads/read-choice.ts';
import { readSpan, type Span } from '../../../platform/reads/read-span.ts';
import { hasRight, requireRight } from '../../../platform/reads/require-right.ts';
import { readOpenPayables } from '../../payouts/read-payable.ts';
import {
  type EntryCondition,
  type EntryRow,
  feesOf,
  findEntries,
  findPackagePeople,
  findPlatformEntries,
  givenBackTo,
  isOwnProfile,
  isTheirs,
  ofAccount,
  ofBankLine,
  ofLesson,
  ofPayout,
  ofRefund,
  ofTransaction,
  ownOnly,
  paidBy,
  theseEntries,
} from './entries.store.ts';

/** Figures that open to their entries. */
export const entryFigures = [
  'revenue',
  'refunded',
  'fees',
  'provider_fees',
  'payable',
  'paid',
  'given_back',
  'credit',
  'package',
  'lesson',
  'refund',
  'payout',
  'bank_line',
  'transaction',
] as const;
export type EntryFigure = (typeof entryFigures)[number];

/** What is a credit in the books is shown as a sum that somebody has. */
const credits: ReadonlySet<EntryFigure> = new Set([
  'refunded',
  'fees',
  'payable',
  'given_back',
  'credit',
  'package',
  'refund',
]);

/**
 * `GET /api/marketplace/entries?of&id&from&to&page&perPage`: the entries that a figure is made of, the latest first, and their sum, which is the figure:
 * of the platform in a span (`revenue`, `refunded`, `fees`; with an instructor's `id` the fees of their lessons; `provider_fees`), `payable` to an instructor by `to`,
 * what a learner `paid`, what was `given_back` to them and their `credit`, held for a `package`, of a `lesson`, a `refund` (what is still owed of it), a
 * `payout` (what left and came back), a `bank_line` or a `transaction`. Staff by their rights; everybody else sees their own books alone, without the ids in the
 * names of accounts. 401, 403 for figures of the platform, 404 for what is not one's own.
 */
export function entriesRoute(engine: Engine): Route<EntriesAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/entries',
    async handle(request) {
      const { auth, query } = request;
      if (!auth) throw unauthorized();
      const of = readChoice(query, 'of', entryFigures);
      if (!of) throw notFound();
      const page = readPage(query);
      const { items, totalItems, sumCents } = await read(engine, request, { auth, of, id: query.id ?? '', page });
      if (totalItems === 0 && (of === 'lesson' || of === 'transaction')) throw notFound();
      if (hasRight(auth, 'ledger'))
        await noteShown(engine, auth, { lessons: [...new Set(items.flatMap(({ lesson }) => lesson || []))] });
      const seesAll = hasRight(auth, 'ledger');
      const body: EntriesAnswer = {
        ...pageEnvelope(
          page,
          items.map((row) => present(row, { seesAll, viewer: auth.id })),
          totalItems,
        ),
        sumCents: credits.has(of) ? 0 - sumCents : sumCents,
      };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

type Asked = { auth: AuthRecord; of: EntryFigure; id: string };

async function read(engine: Engine, request: RequestContext, { page, ...asked }: Asked & { page: Page }) {
  const { db, clock } = engine;
  const span = () => readSpan(request.query, { zone: platformZone, nowMs: clock.nowMs() });
  const { of, id, auth } = asked;
  if (!(of === 'revenue' || of === 'refunded' || of === 'provider_fees' || (of === 'fees' && id === ''))) {
    return findEntries(db, await conditionOf(engine, asked, span), page);
  }
  requireRight(auth, of === 'provider_fees' ? 'payments' : 'analytics');
  return findPlatformEntries(db, platformFigures[of], { ...span(), ...page });
}

async function conditionOf(engine: Engine, { auth, of, id }: Asked, span: () => Span): Promise<EntryCondition> {
  const { db } = engine;
  if (of === 'fees') {
    await requireOwn(engine, { auth, id, right: 'billing' });
    return feesOf(id, span());
  }
  if (of === 'payable') {
    await requireOwn(engine, { auth, id, right: 'payouts' });
    const { toMs } = span();
    const open = await readOpenPayables(db, id);
    return theseEntries(open.filter((item) => isReady(item, toMs - 1)).map(({ entry }) => entry));
  }
  if (of === 'paid' || of === 'given_back' || of === 'credit') return ofLearner(auth, of, id);
  if (of === 'package') {
    const people = await findPackagePeople(db, id);
    const isOwn = people && (people.learner === auth.id || people.teacher === auth.id);
    if (!people || !(isOwn || hasRight(auth, 'payments'))) throw notFound();
    return ofAccount(`held_package:${id}`);
  }
  if (of === 'refund' || of === 'payout' || of === 'bank_line') return ofMovement(engine, { auth, of, id });
  const condition = of === 'lesson' ? ofLesson(id) : ofTransaction(id);
  return hasRight(auth, 'ledger') ? condition : ownOnly(condition, auth.id);
}

const movements = {
  refund: { right: 'payments', condition: ofRefund },
  payout: { right: 'payouts', condition: ofPayout },
  bank_line: { right: 'payments', condition: ofBankLine },
} as const;

/** Money that goes to one person or came from one: theirs, or of the staff who see all of its kind. */
async function ofMovement(
  { db }: Engine,
  { auth, of, id }: Asked & { of: keyof typeof movements },
): Promise<EntryCondition> {
  const { right, condition } = movements[of];
  if (!hasRight(auth, right) && (of === 'bank_line' || !(await isTheirs(db, { of, id, user: auth.id })))) {
    throw notFound();
  }
  return condition(id);
}

function ofLearner(auth: AuthRecord, of: 'paid' | 'given_back' | 'credit', id: string): EntryCondition {
  if (id !== auth.id && !hasRight(auth, 'payments')) throw notFound();
  if (of === 'credit') return ofAccount(`learner_credit:${id}`);
  return of === 'paid' ? paidBy(id) : givenBackTo(id);
}

/** Lets an instructor at their own figures, and those with a right; 404 for everybody else. */
async function requireOwn(
  { db }: Engine,
  { auth, id, right }: { auth: AuthRecord; id: string; right: StaffRight },
): Promise<void> {
  if (!hasRight(auth, right) && !(await isOwnProfile(db, id, auth.id))) throw notFound();
}

function present(
  { createdMs, startMs, learner, ...entry }: EntryRow,
  { seesAll, viewer }: { seesAll: boolean; viewer: string },
): FigureEntry {
  // What was held went back to its learner, by whatever way: that their bank took it is theirs to know.
  const isBanks = entry.kind === 'chargeback' && /^held(_package)?:/.test(entry.account);
  return {
    ...entry,
    kind: isBanks && !seesAll && learner !== viewer ? 'refund' : entry.kind,
    account: seesAll ? entry.account : (entry.account.split(':', 1)[0] ?? ''),
    created: isoInstant(createdMs),
    start: startMs === null ? null : isoInstant(startMs),
  };
}
