import { useState } from 'react';
import { Link } from 'react-router';
import { instructorFilePath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/rechecks.ts';
import { currentTime } from '../../../platform/ground/clock.ts';
import { messageFor } from '../../../platform/session/message-for.ts';
import { useTelling } from '../../../platform/session/use-telling.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { CsvFileField } from '../../../platform/ui/CsvFileField.tsx';
import { TextAreaField, TextField } from '../../../platform/ui/Field.tsx';
import { formatDate, localDateOf } from '../../../platform/ui/format-time.ts';
import { Notice } from '../../../platform/ui/Notice.tsx';
import { type Compared, type Comparison, compareWithList, readList } from './compare-list.ts';
import { outcomeWords } from './outcome-words.ts';
import { type PoliceCheck, useCompared, useNotingChecks } from './use-rechecks.ts';

/** Reads a list, shows what it says of each instructor, and writes down what somebody decides of it. */
export function ComparePart() {
  const compared = useCompared();
  const today = localDateOf(currentTime());
  const [text, setText] = useState('');
  const [listedOn, setListedOn] = useState(today);
  const { lines, wrong } = readList(text);
  return (
    <section aria-labelledby="compare" className="grid max-w-[48rem] gap-5">
      <h2 id="compare" className="text-heading">
        {texts.compareWithTheList}
      </h2>
      <p>{texts.compareAbout}</p>
      <TextField
        label={texts.dayOfTheList}
        type="date"
        max={today}
        fieldClassName="max-w-60"
        value={listedOn}
        onChange={({ target }) => setListedOn(target.value)}
      />
      <CsvFileField label={texts.csvFile} isOptional onRead={(read = text) => setText(read)} />
      <TextAreaField
        label={texts.theList}
        hint={texts.listHint}
        rows={6}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {wrong.length > 0 && <Notice kind="attention">{texts.notRead({ lines: wrong.slice(0, 5).join(' / ') })}</Notice>}
      {lines.length > 0 && listedOn !== '' && compared.data && (
        <Differences
          comparisons={compareWithList(compared.data, lines, listedOn)}
          listedOn={listedOn}
          count={lines.length}
        />
      )}
    </section>
  );
}

type DifferencesProps = { comparisons: readonly Comparison<Compared>[]; listedOn: string; count: number };

function Differences({ comparisons, listedOn, count }: DifferencesProps) {
  const tell = useTelling();
  const noting = useNotingChecks();
  const [noted, setNoted] = useState<ReadonlySet<string>>(new Set());
  const open = comparisons.filter(({ instructor }) => !noted.has(instructor.id));
  const found = open.filter(({ outcome }) => outcome === 'found');
  const differing = open.filter(({ outcome }) => outcome !== 'found');
  const note = (checks: readonly PoliceCheck[]) =>
    tell(
      noting.mutateAsync(checks, {
        onSuccess: () => setNoted(new Set([...noted, ...checks.map(({ instructor }) => instructor)])),
      }),
      { done: texts.checksNoted({ count: checks.length }) },
    );
  const checkOf = ({ instructor, outcome, listed }: Comparison<Compared>, other?: Partial<PoliceCheck>) => ({
    instructor: instructor.id,
    listedOn,
    outcome,
    listedName: listed?.name ?? '',
    note: '',
    ...other,
  });
  return (
    <>
      <h3 className="text-title">
        {texts.whatWasFound({ found: found.length, lines: count, differing: differing.length })}
      </h3>
      {comparisons.every(({ outcome }) => outcome === 'missing') && <Notice kind="attention">{texts.noneFound}</Notice>}
      {noting.isError && <Notice kind="failure">{messageFor(noting.error, texts.notNoted)}</Notice>}
      {found.length > 0 && (
        <Button
          className="justify-self-start"
          isBusy={noting.isPending}
          onClick={() => note(found.map((each) => checkOf(each)))}
        >
          {texts.noteFound({ count: found.length })}
        </Button>
      )}
      <ul className="grid gap-3">
        {differing.map((each) => (
          <Difference
            key={each.instructor.id}
            comparison={each}
            isBusy={noting.isPending}
            onNote={(other) => note([checkOf(each, other)])}
          />
        ))}
      </ul>
    </>
  );
}

type DifferenceProps = {
  comparison: Comparison<Compared>;
  isBusy: boolean;
  onNote: (other?: Partial<PoliceCheck>) => void;
};

function Difference({ comparison: { instructor, outcome, listed }, isBusy, onNote }: DifferenceProps) {
  const { name } = instructor;
  return (
    <li className="card grid gap-3 p-4">
      <p className="flex flex-wrap items-center gap-3">
        <b className="font-semibold">{name}</b>
        <Badge tone={outcome === 'name_differs' ? 'amber' : 'red'}>{outcomeWords(outcome)}</Badge>
        {listed && (
          <span className="text-soft">
            {listed.validUntil
              ? texts.listedUntil({ name: listed.name, date: formatDate(listed.validUntil) })
              : texts.listedAs({ name: listed.name })}
          </span>
        )}
      </p>
      <p className="flex flex-wrap gap-3">
        {outcome === 'name_differs' && (
          <Button
            variant="secondary"
            isBusy={isBusy}
            onClick={() => onNote({ outcome: 'found', note: texts.samePersonNote })}
          >
            {texts.itIs({ name })}
          </Button>
        )}
        <Button variant="secondary" isBusy={isBusy} onClick={() => onNote()}>
          {texts.noteOutcome({ outcome: outcomeWords(outcome) })}
        </Button>
        <Link to={instructorFilePath(instructor.id)} className="inline-flex min-h-11 items-center">
          {texts.openFileOf({ name })}
        </Link>
      </p>
    </li>
  );
}
