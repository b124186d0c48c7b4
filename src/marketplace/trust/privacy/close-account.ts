import type { AuthCollection } from '#engine/auth/auth-context.ts';
import type { Collection } from '#engine/collections/collection.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { RuleRequest } from '#engine/filters/rule-request.ts';
import { ApiError, notFound } from '#engine/http/api-error.ts';
import { renderMail } from '#engine/mail/render-template.ts';
import { tokenAlphabet } from '#engine/random.ts';
import { blankAddedFields } from '#engine/records/blank-added-fields.ts';
import { deleteRecord } from '#engine/records/delete-record.ts';
import { deleteReferrers } from '#engine/records/delete-referrers.ts';
import { keptThings } from '#rules/privacy/kept-for.ts';
import { dayMs } from '#rules/time/durations.ts';
import type { ClosingPlanAnswer } from '#wire/cancelling.ts';
import {
  eraseAccount,
  eraseOffer,
  eraseTraces,
  findObstacles,
  findOffers,
  keepPayee,
  keepPayeeOfDisputes,
  lockAccount,
  type Obstacles,
} from './close-account.store.ts';
import {
  eraseEvidence,
  eraseMailsAbout,
  eraseMailsTo,
  eraseNotificationsAbout,
  eraseWords,
  unnameNotifications,
} from './erase-copies.store.ts';
import { eraseReports } from './erase-reports.ts';
import { leave, planClosing } from './plan-closing.ts';

type Closing = {
  collection: AuthCollection;
  row: Row;
  request: RuleRequest;
  /** The `plan` of what the owner saw and agreed to; empty where nothing was shown. */
  agreed: string;
};

/** `deleted`: nothing is left. `erased`: what the law wants kept stays under an id that names nobody. */
export type ClosingOutcome = 'deleted' | 'erased';

/**
 * Closes an account at its owner's wish (docs/decisions/closed-accounts.md). Lessons ahead are called off and packages end by the rules in the same transaction,
 * if that is what the owner was shown: 409 `account_in_use` at `account`, with what stands in the way, while something can't be ended or was
 * never shown; 409 `plan_changed` where it has come to something else since.
 */
export async function closeAccount(engine: Engine, closing: Closing): Promise<ClosingOutcome> {
  const { collection, row, request, agreed } = closing;
  const user = String(row.id);
  const shown = await planClosing(engine, closing);
  refuseObstacles(shown);
  refuseUnseen(shown, agreed);
  try {
    await deleteRecord(engine, { collection, id: user, request, system: true });
    await engine.db.transaction((tx) => sayGoodbye(engine, tx, { closing, template: deletedMail }));
    await eraseReports(engine, user);
    return 'deleted';
  } catch (error) {
    // Lessons, payments or an offer refer to it.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  }
  await erase(engine, closing);
  return 'erased';
}

async function erase(engine: Engine, closing: Closing): Promise<void> {
  const { row, agreed } = closing;
  const user = String(row.id);
  const nowMs = engine.clock.nowMs();
  const finish = await engine.db.transaction(async (tx) => {
    // What tells the others that lessons ahead are off comes after it, and stays.
    await eraseNotificationsAbout(tx, aboutOf(row));
    // Calendars are locked before the account, as everybody does.
    const plan = await leave(engine, tx, closing);
    if (!(await lockAccount(tx, user))) throw notFound();
    refuseObstacles({ ...plan, ...(await findObstacles(tx, user, nowMs)) });
    refuseUnseen(plan, agreed);
    const { after, isInstructor, money } = await eraseData(engine, tx, { ...closing, nowMs });
    const template = isInstructor ? erasedInstructorMail : erasedMail;
    await sayGoodbye(engine, tx, { closing, template: withMoneyBack(template, money) });
    return after;
  });
  for (const run of finish) await run();
  await eraseReports(engine, user);
}

type Ended = Pick<Closing, 'collection' | 'row'> & { endedMs: number };

/** Erases an account again that a restored backup of before brought back, in the restoring transaction. What is ahead and not settled is the backup's. */
export async function eraseAgain(engine: Engine, tx: Transaction, { collection, row, endedMs }: Ended): Promise<void> {
  await eraseNotificationsAbout(tx, aboutOf(row));
  const { after } = await eraseData(engine, tx, { collection, row, nowMs: endedMs });
  for (const run of after) await run();
  await eraseReports(engine, String(row.id));
}

// Anybody can register an address that is in the words of others; it is theirs once it is proved.
const aboutOf = ({ id, email, verified }: Row) => ({
  user: String(id),
  address: verified === true ? String(email) : '',
});

/** What names or describes somebody goes, wherever it is; what the law wants kept stays. `after` is to be done after the commit. */
async function eraseData(
  engine: Engine,
  tx: Transaction,
  { collection, row, nowMs }: Pick<Closing, 'collection' | 'row'> & { nowMs: number },
) {
  const user = String(row.id);
  const instructors = engine.collections.get('instructors');
  const offers = await findOffers(tx, user);
  await eraseMailsAbout(tx, aboutOf(row));
  await unnameNotifications(tx, user, String(row.name));
  await eraseWords(tx, user);
  const evidence = await eraseEvidence(tx, user);
  const after = [() => dropEvidence(engine, evidence), await deleteReferrers(engine, tx, { collection, id: user })];
  for (const id of offers) {
    after.push(await deleteReferrers(engine, tx, { collection: instructors, id }));
    await blankAddedFields(tx, instructors, id);
    const offer = await eraseOffer(tx, id, nowMs);
    after.push(() => engine.files.deletePrefix(`${instructors.id}/${id}/`));
    if (offer) tellOf(engine, tx, { collection: instructors, row: offer });
  }
  await eraseTraces(tx, user);
  await blankAddedFields(tx, collection, user);
  const back = await keepPayee(tx, user, nowMs - keptThings.refundPayees.count * dayMs);
  const money = { ...back, isDisputed: await keepPayeeOfDisputes(tx, user) };
  const erased = await eraseAccount(tx, { user, tokenKey: engine.random.text(50, tokenAlphabet), nowMs });
  if (erased) tellOf(engine, tx, { collection, row: erased });
  after.push(() => engine.files.deletePrefix(`${collection.id}/${user}/`));
  return { after, isInstructor: offers.length > 0, money };
}

async function dropEvidence(engine: Engine, evidence: Awaited<ReturnType<typeof eraseEvidence>>): Promise<void> {
  for (const { collection, id } of evidence) {
    await engine.files.deletePrefix(`${engine.collections.get(collection).id}/${id}/`);
  }
}

function tellOf(
  engine: Engine,
  tx: Transaction,
  { collection, row }: Pick<Closing, 'row'> & { collection: Collection },
): void {
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
}

function refuseObstacles({ lessons, payments, balances }: Obstacles): void {
  if (lessons + payments + balances === 0) return;
  refuse('account_in_use', 'This account still has lessons that are on or in dispute, or money that is not settled.', {
    lessons,
    payments,
    balances,
  });
}

// Nothing is called off that its owner was not shown.
function refuseUnseen(plan: ClosingPlanAnswer, agreed: string): void {
  if (plan.plan === agreed) return;
  if (agreed !== '') refuse('plan_changed', 'What deleting the account comes to has changed since it was shown.', {});
  const lessons = plan.cancelling.length;
  refuse('account_in_use', 'This account has lessons ahead, packages or credit. See what becomes of them first.', {
    lessons,
    payments: 0,
    balances: plan.packages.length + Number(plan.creditCents > 0),
  });
}

function refuse(code: string, message: string, params: Record<string, unknown>): never {
  throw new ApiError(409, message, { account: { code, message, params } });
}

const goodbye = (body: string) => ({
  subject: 'Your {APP_NAME} account is deleted',
  body: `<p>Hello,</p>\n<p>Your {APP_NAME} account is deleted, as you asked. ${body}</p>\n<p>\n  Thanks,<br/>\n  {APP_NAME} team\n</p>`,
});
const mayMention =
  'Our log of requests, the record of what our staff did, and backups may still mention you; see our privacy page.';
const deletedMail = goodbye(`Nothing of it is in use any more. ${mayMention}`);
const erasedMail = goodbye(
  `Your name, address, phone number, pictures and notes are erased.</p>\n<p>Lessons and payments are kept without your name, as the law on business records asks for. ${mayMention}`,
);
const erasedInstructorMail = goodbye(
  `Your address, phone number, pictures and notes are erased.</p>\n<p>Lessons and payments are kept, as the law on business records asks for. Your name as an instructor stays with them, since your learners' receipts carry it. ${mayMention}`,
);

const owed = `Money of yours is still on its way back. So that it reaches you we keep your name, phone number and email address until it is sent, and for ${keptThings.refundPayees.count} days after it was sent: so long your bank may return it.`;
const sent = `We sent you money back in the last ${keptThings.refundPayees.count} days. Your bank may return it for ${keptThings.refundPayees.count} days after it was sent: so long we keep your name, phone number and email address, and longer only if it is returned, until it is sent again.`;
const disputed =
  'Your bank has not decided yet about a payment that it took back. If it gives us the money after all, what of it is yours goes to you: so long we keep your name, phone number and email address.';

type MoneyBack = { isOwed: boolean; isSent: boolean; isDisputed: boolean };

function withMoneyBack({ subject, body }: typeof deletedMail, { isOwed, isSent, isDisputed }: MoneyBack) {
  const parts = [...(isOwed ? [owed] : []), ...(isSent ? [sent] : []), ...(isDisputed ? [disputed] : [])];
  const said = parts.map((words) => `<p>${words}</p>\n`).join('');
  return { subject, body: body.replace('<p>\n  Thanks', `${said}<p>\n  Thanks`) };
}

type Goodbye = { closing: Closing; template: typeof deletedMail };

async function sayGoodbye(engine: Engine, tx: Transaction, { closing, template }: Goodbye): Promise<void> {
  const { collection, row } = closing;
  const address = String(row.email);
  if (address === '') return;
  await engine.mail.queue(tx, renderMail(engine, { template, collection, row, values: {}, kind: 'notice' }));
  await eraseMailsTo(tx, address);
}
