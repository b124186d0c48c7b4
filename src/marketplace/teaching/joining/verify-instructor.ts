import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, badRequest, refuseCreate } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { findRow } from '#engine/records/record-store.ts';
import { requireStaffBefore } from '../../platform/rights/held-role.ts';
import { refuseDecidedMeanwhile } from '../../platform/rights/refuse-decided-meanwhile.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import { announceVerification, announceWaiting } from './announce-joining.ts';
import {
  type Decision,
  decidePapers,
  findBeginOfCheck,
  findNewestSubmission,
  findNewestVerification,
  finishVerification,
  hasOtherPapers,
  isUncheckedYet,
  listStandingPapers,
  lockInstructor,
  lockVerification,
  type StandingPaper,
} from './joining.store.ts';
import { earliestExpiry, refuseUnproved, retirementOf } from './judge-checks.ts';
import { type Check, readChecks, readReasons } from './read-checks.ts';
import { writeDecision } from './write-decision.ts';

const refusal = 'Failed to create record.';

/** From which states an outcome leads on. Who is listed may be checked again: the dates are new then, or new papers are refused. */
const from: Record<string, readonly string[]> = {
  accepted: ['submitted', 'listed', 'paused'],
  refused: ['submitted', 'listed', 'paused'],
  suspended: ['submitted', 'listed', 'paused'],
  restored: ['suspended'],
};

/** Judges what staff say they checked, before anything is written. */
export function checkVerification(engine: Engine, { record, auth, body }: RecordEvent): void {
  readSeenPapers(body);
  const checks = readChecks(record.checks);
  const reasons = readReasons(record.reasons);
  if (record.outcome === 'accepted') earliestExpiry(engine, { checks });
  if (['refused', 'suspended'].includes(String(record.outcome)) && Object.keys(reasons).length === 0) {
    throw badRequest(refusal, {
      reasons: { code: 'validation_required', message: 'Say why: the instructor reads it.' },
    });
  }
  const status = record.outcome === 'suspended' ? 'waiting' : 'done';
  Object.assign(record, { checks, reasons, status, ...checkerOf(auth) });
}

/** Who confirms a suspension goes into its record. */
export function noteConfirmer({ record, auth }: RecordEvent): void {
  Object.assign(record, checkerOf(auth));
}

function checkerOf(auth: RecordEvent['auth']) {
  return { checker: auth?.id ?? '', checkerName: String(auth?.row.name ?? '') };
}

/** What follows from a verification: listing, going back to the draft, a suspension that waits, or the end of one. */
export async function verifyInstructor(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record, auth } = event;
  const instructor = String(record.instructor);
  const before = await lockInstructor(tx, instructor);
  const outcome = String(record.outcome);
  await requireImpartial(tx, event, {
    ...{ parties: [before?.user], about: 'profile', right: 'papers', field: 'instructor', refusal },
    begun: (await findBeginOfCheck(tx, { instructor, outcome, except: record.id })) ?? 'now',
  });
  refuseDecidedMeanwhile(event, await findNewestVerification(tx, { instructor, except: record.id }));
  if (!before || !from[outcome]?.includes(String(before.status))) {
    const message = `An instructor who is ${String(before?.status)} can’t be ${outcome}.`;
    throw badRequest(refusal, { instructor: { code: 'wrong_state', message } });
  }
  const account = await findRow(tx, engine.collections.get('users'), String(before.user));
  if (outcome === 'restored' && account?.suspended === true) {
    const message = 'Their account is suspended. Let them in first.';
    throw badRequest(refusal, { instructor: { code: 'wrong_state', message } });
  }
  const reasons = record.reasons as Record<string, string>;
  if (outcome === 'suspended') {
    const key = `verification:${record.id}`;
    return announceWaiting(engine, tx, { key, name: String(before.name), what: 'suspension' });
  }
  if (before.status === 'submitted') await refuseUnseen(event);
  const isUnchecked = await isUncheckedYet(tx, String(before.id));
  const checks = record.checks as Check[];
  await decidePapersOf(engine, event);
  if (outcome === 'accepted' && readSeenPapers(event.body)) await refuseUnproved(tx, { record, before, checks });
  const papers = outcome === 'accepted' ? await listStandingPapers(tx, String(before.id)) : [];
  const decision = decisionOf(engine, { outcome, before, checks, papers, isUnchecked });
  await writeDecision(engine, tx, { before, decision, auth });
  // They wait on, as before the suspension: learners can't find them yet.
  if (outcome === 'restored' && isUnchecked) return;
  const isListed = outcome === 'refused' && before.status !== 'submitted';
  const answer = {
    user: String(before.user),
    key: `verification:${record.id}`,
    outcome: isListed ? 'paper_refused' : outcome,
  };
  await announceVerification(engine, tx, { ...answer, reasons });
}

type Judged = {
  outcome: string;
  before: Row;
  checks: readonly Check[];
  papers: readonly StandingPaper[];
  /** They sent themselves in and nobody checked them before they were suspended: they wait to be checked again. */
  isUnchecked: boolean;
};

function decisionOf(engine: Engine, { outcome, before, checks, papers, isUnchecked }: Judged): Decision {
  if (outcome === 'refused') return before.status === 'submitted' ? { status: 'draft' } : {};
  if (outcome === 'restored') return { status: isUnchecked ? 'submitted' : 'listed' };
  return {
    status: before.status === 'submitted' ? 'listed' : String(before.status),
    verifiedMs: engine.clock.nowMs(),
    licenceExpiresOn: earliestExpiry(engine, { checks, papers }),
    ...retirementOf(checks),
  };
}

// Who changes what is checked sends it in anew: nobody is listed by a name, a photo or classes that came in while the page of the ones before was open.
async function refuseUnseen({ tx, record, body }: InsideEvent): Promise<void> {
  const { submission } = body.fields;
  if (submission === undefined || submission === (await findNewestSubmission(tx, String(record.instructor)))) return;
  const message = 'The profile has been changed and sent in again since you opened this. Check it again, then decide.';
  throw new ApiError(409, refusal, { submission: { code: 'profile_changed', message } });
}

/** The papers that were on the desk, where the decision says which: a paper that came in since was seen by nobody. */
function readSeenPapers({ fields: { papers } }: RecordEvent['body']): readonly string[] | undefined {
  if (papers === undefined) return undefined;
  if (Array.isArray(papers) && papers.every((id) => typeof id === 'string')) return papers;
  const message = 'Must be the ids of papers.';
  throw badRequest(refusal, { papers: { code: 'validation_invalid_value', message } });
}

async function decidePapersOf(engine: Engine, { tx, record, body }: InsideEvent): Promise<void> {
  if (record.outcome !== 'accepted' && record.outcome !== 'refused') return;
  const instructor = String(record.instructor);
  const seen = readSeenPapers(body);
  if (seen && (await hasOtherPapers(tx, instructor, seen))) {
    const message = 'A paper came in since you opened this. Look at it, then decide.';
    throw new ApiError(409, refusal, { papers: { code: 'papers_changed', message } });
  }
  const expiring = (record.checks as Check[]).filter(({ expiresOn }) => expiresOn !== '');
  const rows = await decidePapers(
    tx,
    {
      instructor,
      seen,
      status: record.outcome,
      expiries: Object.fromEntries(expiring.map(({ kind, expiresOn }) => [kind, expiresOn])),
      reasons: record.outcome === 'refused' ? (record.reasons as Record<string, string>) : {},
    },
    engine.clock.nowMs(),
  );
  const collection = engine.collections.get('instructor_documents');
  tx.afterCommit(() => {
    for (const row of rows) {
      engine.realtime.publish({ collection, row, action: 'update' });
    }
  });
}

/** Suspends an instructor once a second person agrees. */
export async function confirmSuspension(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record, auth } = event;
  const verification = await lockVerification(tx, String(record.verification));
  if (verification?.status !== 'waiting')
    throw refuseCreate('verification', 'not_waiting', 'Nothing waits to be confirmed here.');
  if (!auth?.isSuperuser && verification.checker === auth?.id) {
    throw refuseCreate('verification', 'same_person', 'A second person has to confirm this: you decided it.');
  }
  const before = await lockInstructor(tx, String(verification.instructor));
  const about = { about: 'profile', right: 'papers', field: 'verification', refusal } as const;
  await requireImpartial(tx, event, { ...about, parties: [before?.user], begun: verification.created });
  const begunMs = (verification.created as Date).getTime();
  await requireStaffBefore(tx, event, { ...about, begunMs });
  if (!before || !from.suspended?.includes(String(before.status))) {
    throw refuseCreate('verification', 'wrong_state', 'This instructor can’t be suspended any more.');
  }
  const row = await finishVerification(tx, String(verification.id), engine.clock.nowMs());
  if (!row) return;
  await writeDecision(engine, tx, { before, decision: { status: 'suspended' }, auth });
  const answer = { user: String(before.user), key: `verification:${String(row.id)}`, outcome: 'suspended' };
  const reasons = (row.reasons ?? {}) as Record<string, string>;
  await announceVerification(engine, tx, { ...answer, key: `${answer.key}:suspended`, reasons });
  const collection = engine.collections.get('verifications');
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
}
