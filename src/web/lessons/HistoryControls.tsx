import { TextField } from '../ui/Field.tsx';
import { SearchBox, useTyped } from '../ui/SearchBox.tsx';
import { SelectField } from '../ui/Select.tsx';
import { type HistoryQuery, periodChoices, sortChoices, statusChoices } from './history-query.ts';

/** Radix's list has no empty value; this one stands for "no choice" and is never in the address. */
const all = 'all';

type HistoryControlsProps = {
  query: HistoryQuery;
  side: 'learner' | 'instructor';
  /** Takes what changed. `isTyping`: the change is one of many that together are one step back. */
  onChange: (change: Partial<HistoryQuery>, isTyping?: boolean) => void;
};

/** Search, filters and order of the history. Each change applies at once; Enter in the search does not wait for the pause. */
export function HistoryControls({ query, side, onChange }: HistoryControlsProps) {
  const party = side === 'learner' ? 'Instructor' : 'Learner';
  return (
    <search aria-label="Lessons" className="mb-6 grid grid-cols-2 gap-4 sm:grid-cols-3 print:hidden">
      <div className="col-span-full">
        <SearchBox
          label={`Search by ${party.toLowerCase()} or pick-up`}
          placeholder={`${party}, place or postal code`}
          value={query.q}
          onSearch={(q) => onChange({ q }, true)}
        />
      </div>
      <SelectField
        label="Status"
        options={[{ value: all, label: 'Every status' }, ...statusChoices]}
        value={query.status || all}
        onChange={(status) => onChange({ status: status === all ? '' : status })}
      />
      <SelectField
        label="Period"
        options={[{ value: all, label: 'Any time' }, ...periodChoices]}
        value={query.period || all}
        onChange={(period) => onChange({ period: period === all ? '' : period, from: '', to: '' })}
      />
      <div className="max-sm:col-span-full">
        <SelectField label="Sort by" options={sortChoices} value={query.sort} onChange={(sort) => onChange({ sort })} />
      </div>
      {query.period === 'dates' && <Days query={query} onChange={onChange} />}
    </search>
  );
}

function Days({ query: { from, to }, onChange }: Pick<HistoryControlsProps, 'query' | 'onChange'>) {
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <fieldset className="col-span-full grid items-start gap-4 sm:grid-cols-3">
      <legend className="unseen">Between two days</legend>
      <DayField label="First day" value={from} onDay={(day) => onChange({ from: day }, true)} />
      <DayField
        label="Last day"
        value={to}
        error={isTurned ? 'This is before the first day. Choose a later one.' : undefined}
        onDay={(day) => onChange({ to: day }, true)}
      />
    </fieldset>
  );
}

type DayFieldProps = { label: string; value: string; error?: string | undefined; onDay: (day: string) => void };

// Kept apart from the address while it is typed: a year has three other years before its fourth digit.
function DayField({ label, value, error, onDay }: DayFieldProps) {
  const [text, setText] = useTyped(value, onDay, 500);
  return (
    <TextField
      type="date"
      label={label}
      error={error}
      value={text}
      max="2999-12-31"
      onChange={(event) => setText(event.target.value)}
    />
  );
}
