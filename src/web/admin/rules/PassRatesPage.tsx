import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/adminRules.ts';
import { loadBackend, readFullList } from '../../session/backend.ts';
import { messageFor } from '../../session/message-for.ts';
import { Button } from '../../ui/Button.tsx';
import { CsvFileField } from '../../ui/CsvFileField.tsx';
import { TextAreaField, TextField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { WhenRead } from '../../ui/WhenRead.tsx';
import { StaffOnly } from '../StaffOnly.tsx';
import { plainName, readPassRates } from './pass-rate-lines.ts';

type Rated = { id: string; name: string; passRatePercent: number; passRatePeriod: string };

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
      readFullList<Rated>('instructors', { fields: 'id,name,passRatePercent,passRatePeriod', sort: 'name', signal }),
  });
  return (
    <WhenRead read={read} what={texts.passRates} notLoaded={texts.notLoaded}>
      <Import instructors={read.data ?? []} onDone={() => void read.refetch()} />
    </WhenRead>
  );
}

function Import({ instructors, onDone }: { instructors: readonly Rated[]; onDone: () => void }) {
  const toast = useToast();
  const [text, setText] = useState('');
  const [period, setPeriod] = useState('');
  const [isTried, setTried] = useState(false);
  const { lines, wrong } = readPassRates(text);
  const matched = lines.map((line) => ({
    ...line,
    found: instructors.filter(({ name }) => plainName(name) === plainName(line.name)),
  }));
  const sure = matched.flatMap(({ found: [one, another], ...line }) => (one && !another ? [{ ...line, one }] : []));
  const unsure = matched.filter(({ found }) => found.length !== 1);
  const writing = useMutation({
    mutationFn: async () => {
      const records = (await loadBackend()).collection('instructors');
      for (const { one, percent, sample } of sure) {
        const body = { passRatePercent: percent, passRatePeriod: period.trim(), passRateSample: sample };
        await records.update(one.id, body);
      }
    },
    onSuccess: () => {
      toast({ text: texts.ratesWritten({ count: sure.length }) });
      setText('');
      setTried(false);
      onDone();
    },
  });
  const write = () => {
    setTried(true);
    if (period.trim() !== '' && sure.length > 0) writing.mutate();
  };
  return (
    <div className="grid max-w-[48rem] gap-6">
      <p>{texts.passRatesAbout}</p>
      <TextField
        label={texts.period}
        hint={texts.periodHint}
        maxLength={60}
        value={period}
        onChange={({ target }) => setPeriod(target.value)}
        error={isTried && period.trim() === '' ? texts.writeThePeriod : undefined}
      />
      <CsvFileField label={texts.csvFile} isOptional onRead={(read = text) => setText(read)} />
      <TextAreaField
        label={texts.listOfRates}
        hint={texts.listHint}
        rows={8}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text.trim() !== '' && (
        <section aria-labelledby="found" className="grid gap-3">
          <h2 id="found" className="text-xl">
            {texts.whatWasFound({ sure: sure.length, all: lines.length + wrong.length })}
          </h2>
          <ul className="figures grid gap-1">
            {sure.map(({ one, percent, sample }) => (
              <li key={one.id}>{texts.rateBecomes({ name: one.name, was: one.passRatePercent, percent, sample })}</li>
            ))}
          </ul>
          {unsure.length > 0 && (
            <Notice kind="attention">{texts.notMatched({ names: unsure.map(({ name }) => name).join(', ') })}</Notice>
          )}
          {wrong.length > 0 && (
            <Notice kind="attention">{texts.notRead({ lines: wrong.slice(0, 5).join(' / ') })}</Notice>
          )}
        </section>
      )}
      {writing.isError && <Notice kind="failure">{messageFor(writing.error, texts.notSaved)}</Notice>}
      <Button className="justify-self-start" isBusy={writing.isPending} disabled={sure.length === 0} onClick={write}>
        {texts.writeTheRates({ count: sure.length })}
      </Button>
    </div>
  );
}
