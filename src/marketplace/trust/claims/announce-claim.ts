import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { ClaimOutcome } from '#rules/claims/decide-claim.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { claimPath } from '#rules/paths/lesson-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce, type ToNotify } from '../../talk/notifications/notify-once.ts';
import { findClaimPeople } from './claims.store.ts';

/** Tells the instructor and the admins that a learner said what went wrong. Whose words they are and what they say is for the desk, which asks for two factors. */
export async function announceClaim(
  engine: Engine,
  tx: Transaction,
  { claim, isFreezing, isUrgent }: { claim: string; isFreezing: boolean; isUrgent: boolean },
): Promise<void> {
  const people = await findClaimPeople(tx, claim);
  if (!people) return;
  const admins = await findStaff(tx, 'claimDecisions');
  await notifyOnce(engine, tx, [
    {
      user: people.instructorUser,
      write: (language) => {
        const texts = noticesIn(language);
        return {
          title: texts.claimOpened,
          message: isFreezing
            ? texts.claimFreezesYou({ learnerName: people.learnerName })
            : texts.claimAboutYou({ learnerName: people.learnerName }),
        };
      },
      link: claimPath(claim),
      key: `claim:${claim}:instructor`,
      isRequired: true,
    },
    ...admins.map(
      (user): ToNotify => ({
        user,
        type: 'system',
        write: (language) => {
          const texts = noticesIn(language);
          return { title: isUrgent ? texts.urgentClaimToDecide : texts.claimToDecide, message: texts.openClaim };
        },
        link: claimPath(claim),
        key: `claim:${claim}:${user}`,
      }),
    ),
  ]);
}

/** Tells the other side of a claim that something was said. */
export async function announceStatement(engine: Engine, tx: Transaction, statement: RecordValues): Promise<void> {
  const claim = String(statement.claim);
  const people = await findClaimPeople(tx, claim);
  if (!people) return;
  await notifyOnce(engine, tx, [
    {
      user: statement.author === people.learner ? people.instructorUser : people.learner,
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.claimStatement, message: texts.readClaimStatement };
      },
      link: claimPath(claim),
      key: `claim_statement:${statement.id}`,
    },
  ]);
}

/** Tells the instructor that a claim was taken back. */
export async function announceWithdrawal(engine: Engine, tx: Transaction, claim: string): Promise<void> {
  const people = await findClaimPeople(tx, claim);
  if (!people) return;
  await notifyOnce(engine, tx, [
    {
      user: people.instructorUser,
      write: (language) => {
        const texts = noticesIn(language);
        return {
          title: texts.claimWithdrawn,
          message: texts.learnerWithdrewClaim({ learnerName: people.learnerName }),
        };
      },
      link: claimPath(claim),
      key: `claim_withdrawn:${claim}`,
    },
  ]);
}

type Decided = { claim: string; outcome: ClaimOutcome; refundCents: number; creditCents: number };

/** Tells both sides what was decided and what comes back, and the instructor whether learners find them now. */
export async function announceDecision(
  engine: Engine,
  tx: Transaction,
  { claim, refundCents, creditCents }: Decided,
): Promise<void> {
  const people = await findClaimPeople(tx, claim);
  if (!people) return;
  const listing = (language: string) => {
    const texts = noticesIn(language);
    return { out: texts.claimKeepsYouOut, back: texts.claimBringsYouBack, '': '' }[people.listing];
  };
  const money = (language: string) => {
    const texts = noticesIn(language);
    const refund = refundCents > 0 ? texts.claimRefund({ amount: formatCents(refundCents) }) : '';
    const credit = creditCents > 0 ? texts.claimCredit({ amount: formatCents(creditCents) }) : '';
    return [refund, credit].filter(Boolean).join(' ') || texts.claimNothing;
  };
  await notifyOnce(
    engine,
    tx,
    [people.learner, people.instructorUser].map((user) => ({
      user,
      type: 'payment' as const,
      write: (language) => {
        const texts = noticesIn(language);
        const ofInstructor = user === people.instructorUser ? listing(language) : '';
        return { title: texts.claimDecided, message: [money(language), ofInstructor].filter(Boolean).join(' ') };
      },
      link: claimPath(claim),
      key: `claim_decided:${claim}:${user}`,
      isRequired: true,
    })),
  );
}
