import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/adminRules.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { loadBackend, readFullList } from '../../../platform/session/backend.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { CsvFileField } from '../../../platform/ui/CsvFileField.tsx';
import { TextAreaField, TextField } from '../../../platform/ui/Field.tsx';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import {
  isAddress,
  type Matched,
  matchRates,
  type Refusal,
  type RefusedLine,
  readPassRates,
} from './pass-rate-lines.ts';

type Rated = {
  id: string;
  name: string;
  passRatePercent: number;
  passRatePeriod: string;
  passRateSample: number;
};

/** First-time pass rates as the Traffic Police publishes them: a list is read, matched by name, looked at, then written. */
export function PassRatesPage() {
  return (
    <StaffOnly right="rules">
      <PassRates />
    </StaffOnly>
  );
}

function PassRates() {
  const read = useQuery({
    queryKey: ['admin', 'pass-rates'],
    queryFn: ({ signal }) =>
      readFullList<Rated>('instructors', {
        fields: 'id,name,passRatePercent,passRatePeriod,passRateSample',
        sort: 'name',
        signal,
      }),
  });
  return (
    <WhenRead read={read} what={texts.passRates} notLoaded={texts.notLoaded}>
      <Import instructors={read.data ?? []} onDone={() => void read.refetch()} />
    </WhenRead>
  );
}

function Import({ instructors, onDone }: { instructors: readonly Rated[]; onDone: () => void }) {
  const tell = useTelling();
  const [text, setText] = useState('');
  const [given, setGiven] = useState({ period: '', source: '' });
  const [isTried, setTried] = useState(false);
  const { lines, refused: unread } = readPassRates(text, given);
  const { sure, refused: unmatched } = matchRates(lines, instructors);
  const refused = [...unread, ...unmatched].sort((one, other) => one.line - other.line);
  const lacks = (reason: Refusal) => isTried && unread.some((line) => line.reason === reason);
  const writing = useWriting(sure);
  const onSuccess = () => {
    setText('');
    setTried(false);
    onDone();
  };
  const write = () => {
    setTried(true);
    if (sure.length === 0) return;
    tell(writing.mutateAsync(undefined, { onSuccess }), { done: texts.ratesWritten({ count: sure.length }) });
  };
  return (
    <div className="grid max-w-[48rem] gap-6">
      <p>{texts.passRatesAbout}</p>
      <TextField
        label={texts.period}
        hint={texts.periodHint}
        maxLength={60}
        value={given.period}
        onChange={({ target }) => setGiven({ ...given, period: target.value })}
        error={lacks('period') && given.period.trim() === '' ? texts.writeThePeriod : undefined}
      />
      <TextField
        label={texts.source}
        hint={texts.sourceHint}
        type="url"
        inputMode="url"
        maxLength={500}
        value={given.source}
        onChange={({ target }) => setGiven({ ...given, source: target.value })}
        error={lacks('source') && !isAddress(given.source.trim()) ? texts.writeTheSource : undefined}
      />
      <CsvFileField label={texts.csvFile} isOptional onRead={(read = text) => setText(read)} />
      <TextAreaField
        label={texts.listOfRates}
        hint={texts.listHint}
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== '' && <WhatWasFound sure={sure} refused={refused} />}
      {writing.isError && <Notice kind="failure">{messageFor(writing.error, texts.ratesNotAllSaved)}</Notice>}
      <Button className="justify-self-start" isBusy={writing.isPending} disabled={text.trim() === ''} onClick={write}>
        {texts.writeTheRates({ count: sure.length })}
      </Button>
    </div>
  );
}

/** Writes each rate to its instructor; writing the same list again after a failure changes nothing that was written. */
function useWriting(sure: readonly Matched<Rated>[]) {
  return useMutation({
    mutationFn: async () => {
      const records = (await loadBackend()).collection('instructors');
      for (const { one, percent, sample, period, source } of sure) {
        await records.update(one.id, {
          passRatePercent: percent,
          passRatePeriod: period,
          passRateSample: sample,
          passRateSource: source,
        });
      }
    },
  });
}

/** What would be written, and which rows are not taken, each with why. */
function WhatWasFound({ sure, refused }: { sure: readonly Matched<Rated>[]; refused: readonly RefusedLine[] }) {
  return (
    <section aria-labelledby="found" className="grid gap-3">
      <h2 id="found" className="text-title">
        {texts.whatWasFound({ sure: sure.length, all: sure.length + refused.length })}
      </h2>
      {sure.length > 0 && (
        <ul aria-label={texts.willBeSaved} className="card">
          {sure.map(({ one, percent, sample, period, source }) => (
            <li key={one.id} className="border-line border-b px-4 py-2 last:border-b-0 [overflow-wrap:anywhere]">
              <span className="figures">{texts.rateBecomes({ name: one.name, was: wasOf(one), percent, sample })}</span>
              <span className="block text-soft text-note">{texts.ofPeriodFrom({ period, source })}</span>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <Notice kind="attention">
          <p className="font-semibold">{texts.rowsNotTaken({ count: refused.length })}</p>
          <ul className="mt-1 grid gap-1">
            {refused.map(({ line, text, reason }) => (
              <li key={line} className="[overflow-wrap:anywhere]">
                {texts.rowAndReason({ line, text: text.slice(0, 100), reason: refusals[reason] })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}

function wasOf({ passRatePercent, passRateSample, passRatePeriod }: Rated): string {
  if (passRatePercent === 0 && passRateSample === 0) return texts.noRate;
  return texts.rateOf({ percent: passRatePercent, period: passRatePeriod });
}

const refusals: Record<Refusal, string> = {
  columns: texts.wrongColumns,
  name: texts.wrongName,
  percent: texts.wrongPercent,
  sample: texts.wrongSample,
  period: texts.wrongPeriod,
  source: texts.wrongSource,
  not_csv: texts.wrongQuotes,
  nobody: texts.matchesNobody,
  several: texts.matchesSeveral,
  twice: texts.standsTwice,
};
