import * as texts from '#texts/lists.ts';
import { SelectField } from '../ui/Select.tsx';
import { DayField } from './DayField.tsx';
import { spanChoices } from './span-choice.ts';

type SpanControlProps = {
  filters: Readonly<Record<string, string>>;
  /** The words for no period, where a list may be of all times. */
  anyTime?: string;
  /** What the period is of, where "Period" would not say it. */
  label?: string;
  onChange: (filters: Record<string, string>, isTyping?: boolean) => void;
};

/** Chooses the period that figures, or the rows of a list, are of. */
export function SpanControl({ filters, anyTime, label = texts.period, onChange }: SpanControlProps) {
  const { period = '', from = '', to = '' } = filters;
  const options = anyTime === undefined ? spanChoices : [{ value: 'any', label: anyTime }, ...spanChoices];
  const unchosen = anyTime === undefined ? spanChoices[0].value : 'any';
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="min-w-48 grow sm:max-w-64">
        <SelectField
          label={label}
          options={options}
          value={period || unchosen}
          onChange={(chosen) => onChange({ period: chosen === unchosen ? '' : chosen, from: '', to: '' })}
        />
      </div>
      {period === 'dates' && (
        <fieldset className="flex grow flex-wrap items-start gap-4">
          <legend className="unseen">{texts.betweenTwoDays}</legend>
          <DayField label={texts.firstDay} value={from} onDay={(day) => onChange({ from: day }, true)} />
          <DayField
            label={texts.lastDay}
            value={to}
            error={isTurned ? texts.thisIsBeforeTheFirst : undefined}
            onDay={(day) => onChange({ to: day }, true)}
          />
        </fieldset>
      )}
    </div>
  );
}
