import { Link } from 'react-router';
import { payoutPath } from '#rules/paths/money-paths.ts';
import { ledgerOfPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminMoney.ts';
import type { FailedPayoutCase, PayoutDecision } from '#wire/payouts.ts';
import { CaseFacts } from '../../../platform/desk/CaseFacts.tsx';
import { messageOf } from '../../../platform/session/message-of.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate, formatStart } from '../../../platform/ui/format-time.ts';
import { failureWords } from './failure-words.ts';
import { NoteReference } from './NoteReference.tsx';
import { type PayoutDeed, usePayoutDeed } from './use-failed-payouts.ts';

/** One failed payout: what is known of it, what can be done, and what was done before and by whom. */
export function FailedPayout({ payout }: { payout: FailedPayoutCase }) {
  const { id, instructor, name, phone, amountCents, date, failureCode, failedAt, attempts, isAsked } = payout;
  const tell = useTelling();
  const deed = usePayoutDeed(id);
  const amount = formatMoney(amountCents);
  const act = (what: PayoutDeed, said: string, notDone: string) =>
    tell(deed.mutateAsync(what), {
      done: (answer) => (answer?.status === 'failed' ? { text: texts.failedAgain, isFailure: true } : said),
      failed: (problem) => messageOf(problem, notDone),
    });
  const facts = [
    {
      label: texts.paidTo,
      value: <Link to={ledgerOfPath({ account: `instructor_payable:${instructor}` })}>{name}</Link>,
    },
    { label: texts.phone, value: phone || texts.noPhone },
    { label: texts.amount, value: <Link to={payoutPath(id)}>{amount}</Link> },
    { label: texts.payoutDay, value: formatDate(date) },
    { label: texts.whyItFailed, value: failureWords(failureCode) },
    { label: texts.failedOn, value: formatStart(failedAt) },
    { label: texts.attempts, value: String(attempts) },
  ];
  return (
    <section aria-label={texts.payoutTo({ name })} className="card grid gap-5 p-5">
      <CaseFacts facts={facts} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          isBusy={deed.isPending && deed.variables.do === 'retry'}
          onClick={() => act({ do: 'retry' }, texts.sentAgain, texts.notSentAgain)}
        >
          {texts.sendAgain}
        </Button>
        {isAsked ? (
          <p className="text-soft">{texts.wasAsked}</p>
        ) : (
          <Button
            variant="secondary"
            isBusy={deed.isPending && deed.variables.do === 'ask'}
            onClick={() => act({ do: 'ask' }, texts.askedNow, texts.notAsked)}
          >
            {texts.askForAccount}
          </Button>
        )}
      </div>
      <div className="grid gap-2">
        <p className="text-soft">
          {failureCode === 'other_provider' ? texts.paidThereInstead : texts.paidByHandInstead}
        </p>
        <NoteReference
          what={texts.sentMoney({ amount, name })}
          isBusy={deed.isPending && deed.variables.do === 'sent'}
          onNote={(reference) => act({ do: 'sent', reference }, texts.notedAsSent({ amount, name }), texts.notNoted)}
        />
      </div>
      <Decisions decisions={payout.decisions} />
    </section>
  );
}

function Decisions({ decisions }: Pick<FailedPayoutCase, 'decisions'>) {
  if (decisions.length === 0) return <p className="text-soft">{texts.nothingDoneYet}</p>;
  return (
    <section aria-labelledby="done-before" className="grid gap-2">
      <h3 id="done-before" className="text-title">
        {texts.doneBefore}
      </h3>
      <ul className="grid gap-1">
        {decisions.map((decision) => (
          <li key={`${decision.at} ${decision.field}`} className="[overflow-wrap:anywhere]">
            {wordsOf(decision)}{' '}
            <span className="text-soft text-note">
              {decision.by}, {formatStart(decision.at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf({ action, field, reference }: PayoutDecision): string {
  if (action === 'paid_by_hand') return texts.didPayByHand({ reference });
  if (action === 'create') return texts.didMake;
  return field === 'asked' ? texts.didAsk : texts.didSendAgain;
}
