import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { entriesPath, payoutPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/adminMoney.ts';
import type { OpenProviderCase, ProviderCasesAnswer, SettledProviderCase } from '#wire/provider-cases.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { callMarketplace, readMarketplace } from '../../../platform/session/backend.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { TextField } from '../../../platform/ui/Field.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { caseWords } from './case-words.ts';

const key = ['admin', 'provider-cases'] as const;

/** What the payment provider told that a person has to settle. Where none takes payments now it is there for what the one of before told. */
export function ProviderCases({ isTold }: { isTold: boolean }) {
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readMarketplace<ProviderCasesAnswer>('provider-cases', {}, signal),
  });
  const { data } = read;
  if (!isTold && !(data && data.openCount + data.settled.length > 0)) return null;
  return (
    <section aria-labelledby="provider-cases">
      <h2 id="provider-cases" className="mb-2 text-heading">
        {texts.providerCases}
      </h2>
      <p className="mb-4 text-soft">{texts.providerCasesAbout}</p>
      <WhenRead read={read} what={texts.theCases} notLoaded={texts.casesNotLoaded} skeleton="h-24 w-full">
        {data && <Cases {...data} />}
      </WhenRead>
    </section>
  );
}

function Cases({ open, openCount, settled }: ProviderCasesAnswer) {
  const more = openCount - open.length;
  return (
    <div className="grid gap-4">
      {open.length === 0 && <p>{texts.noCases}</p>}
      {open.length > 0 && (
        <ul className="card divide-y divide-line">
          {open.map((one) => (
            <OpenCase key={one.id} {...one} />
          ))}
        </ul>
      )}
      {more > 0 && <p>{texts.moreCases({ count: more })}</p>}
      {settled.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center">{texts.settledLast}</summary>
          <ul className="card divide-y divide-line">
            {settled.map((one) => (
              <SettledCase key={one.id} {...one} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

// Of another currency nobody here knows how many of its smallest unit make one.
function amountOf({ amountCents, currency }: { amountCents: number; currency: string }): string {
  return currency === 'sgd' ? formatMoney(amountCents) : `${amountCents} ${currency.toUpperCase()}`.trim();
}

/** Where the money that a case is of stands; undefined where it is of none that is known here. */
function placeOf({ lesson, packagePurchase, payout }: OpenProviderCase): string | undefined {
  if (lesson !== '') return entriesPath('lesson', { id: lesson });
  if (packagePurchase !== '') return entriesPath('package', { id: packagePurchase });
  return payout === '' ? undefined : payoutPath(payout);
}

function OpenCase(one: OpenProviderCase) {
  const { id, kind, reason, reference, dueAt } = one;
  const tell = useTelling();
  const settling = useSettling(id);
  const place = placeOf(one);
  const amount = amountOf(one);
  const day = formatDate(dueAt);
  const isLate = Date.parse(dueAt) < currentTime().getTime();
  return (
    <li className="grid gap-2 px-4 py-3 [overflow-wrap:anywhere]">
      <p className="figures">
        {place ? (
          <Link to={place} className="font-semibold">
            {amount}
          </Link>
        ) : (
          <b className="font-semibold">{amount}</b>
        )}{' '}
        {reference}
        <span className="block text-soft text-note">
          {isLate ? texts.caseWasDueBy({ day }) : texts.caseDueBy({ day })}
        </span>
      </p>
      <p>{caseWords(kind, reason)}</p>
      <NoteWhatWasDone
        reference={reference}
        isBusy={settling.isPending}
        onNote={(note) =>
          tell(settling.mutateAsync(note), {
            done: texts.caseSettled({ reference }),
            failed: (error) => messageFor(error, texts.nothingChanged) ?? texts.nothingChanged,
          })
        }
      />
    </li>
  );
}

type NoteProps = { reference: string; isBusy: boolean; onNote: (note: string) => void };

function NoteWhatWasDone({ reference, isBusy, onNote }: NoteProps) {
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const settle = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (note.trim() !== '' && !isBusy) onNote(note.trim());
  };
  return (
    <form onSubmit={settle} noValidate method="post" className="flex flex-wrap items-end gap-3">
      <TextField
        label={texts.whatWasDone}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={isTried && note.trim() === '' ? texts.writeWhatWasDone : undefined}
      />
      <Button type="submit" variant="secondary" isBusy={isBusy} aria-label={texts.settleCaseOf({ reference })}>
        {texts.settleCase}
      </Button>
    </form>
  );
}

function SettledCase(one: SettledProviderCase) {
  const { reference, note, settledByName, settledAt } = one;
  return (
    <li className="figures px-4 py-3 [overflow-wrap:anywhere]">
      <b className="font-semibold">{amountOf(one)}</b> {reference}
      <span className="block text-soft text-note">
        {texts.settledBy({ day: formatDate(settledAt), name: settledByName, note })}
      </span>
    </li>
  );
}

/** Says what was done about a case; what it kept from being sent by hand is read again with it. */
function useSettling(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note: string) =>
      callMarketplace('POST', `provider-cases/${encodeURIComponent(id)}/settle`, { body: { note } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}
