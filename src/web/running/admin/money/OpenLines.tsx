import { useState } from 'react';
import * as texts from '#texts/adminMoney.ts';
import { MoneyLink } from '../../../money/entries/MoneyLink.tsx';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import type { BankLine } from './bank-record.ts';
import { ChoosePayment } from './ChoosePayment.tsx';
import { NoteReference } from './NoteReference.tsx';
import { type Decision, useDeciding, useWaitingLines } from './use-bank.ts';

/** Money whose payment nobody knows: matched by hand, sent back, or none of the platform's. */
export function OpenLines() {
  const read = useWaitingLines();
  const { data } = read;
  return (
    <section aria-labelledby="open-lines">
      <h2 id="open-lines" className="mb-2 text-heading">
        {texts.unmatchedMoney}
      </h2>
      <p className="mb-4 text-soft">{texts.unmatchedAbout}</p>
      <WhenRead read={read} what={texts.theStatement} notLoaded={texts.linesNotLoaded} skeleton="h-24 w-full">
        {data?.length === 0 && <p>{texts.allIsMatched}</p>}
        {data && data.length > 0 && (
          <ul className="card divide-y divide-line">
            {data.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
      </WhenRead>
    </section>
  );
}

function Line({ line }: { line: BankLine & { earlier: BankLine | undefined } }) {
  const { id, amountCents, date, text, status, earlier } = line;
  const [isChoosing, setChoosing] = useState(false);
  const deciding = useDeciding();
  const tell = useTelling();
  const amount = formatMoney(amountCents);
  const decide = (decision: Omit<Decision, 'line'>) =>
    tell(deciding.mutateAsync({ line: id, ...decision }), {
      failed: (error) => messageFor(error, texts.notDecided) ?? texts.notDecided,
    });
  const isBusy = (name: Decision['decision']) => deciding.isPending && deciding.variables.decision === name;
  return (
    <li className="grid gap-2 px-4 py-3">
      <span className="figures">
        <b className="font-semibold">
          <MoneyLink cents={amountCents} of="bank_line" id={id} />
        </b>{' '}
        {formatDate(date)}
        <span className="block break-words text-note text-soft">{text}</span>
      </span>
      {earlier && status === 'open' && (
        <p className="figures rounded bg-sunken p-3">
          {texts.likeEarlierLine}
          <span className="block">
            <b className="font-semibold">{formatMoney(earlier.amountCents)}</b> {formatDate(earlier.date)}
          </span>
          <span className="block break-words text-note text-soft">{earlier.text}</span>
        </p>
      )}
      {status === 'open' ? (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            aria-expanded={isChoosing}
            aria-label={texts.findPaymentOf({ amount })}
            onClick={() => setChoosing(!isChoosing)}
          >
            {texts.findPayment}
          </Button>
          {earlier && (
            <Button variant="secondary" isBusy={isBusy('same')} onClick={() => decide({ decision: 'same' })}>
              {texts.sameLine}
            </Button>
          )}
          <Button variant="quiet" isBusy={isBusy('return')} onClick={() => decide({ decision: 'return' })}>
            {texts.returnToSender}
          </Button>
          <Button variant="quiet" isBusy={isBusy('other')} onClick={() => decide({ decision: 'other' })}>
            {texts.notOfKerbside}
          </Button>
        </span>
      ) : (
        <div className="grid gap-2">
          <p>{texts.sendItBack({ amount })}</p>
          <NoteReference
            isBusy={isBusy('returned')}
            what={texts.sentBackMoney({ amount })}
            onNote={(reference) => decide({ decision: 'returned', reference })}
          />
          <Button
            variant="quiet"
            className="justify-self-start"
            isBusy={isBusy('keep')}
            onClick={() => decide({ decision: 'keep' })}
          >
            {texts.doNotReturn}
          </Button>
        </div>
      )}
      {status === 'open' && isChoosing && (
        <ChoosePayment
          line={line}
          isBusy={isBusy('match') || isBusy('came_back')}
          onChoose={(payment) => decide({ decision: 'match', payment })}
          onCameBack={(back) => decide({ decision: 'came_back', ...back })}
        />
      )}
    </li>
  );
}
