import * as texts from '#texts/lists.ts';
import { SelectField } from '../ui/Select.tsx';
import { DayField } from './DayField.tsx';
import { spanChoices } from './span-choice.ts';

type SpanControlProps = {
  filters: Readonly<Record<string, string>>;
  onChange: (filters: Record<string, string>, isTyping?: boolean) => void;
};

/** Chooses the period that figures are of. */
export function SpanControl({ filters, onChange }: SpanControlProps) {
  const { period = '', from = '', to = '' } = filters;
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <div className="min-w-48 grow sm:max-w-64">
        <SelectField
          label={texts.period}
          options={spanChoices}
          value={period || spanChoices[0].value}
          onChange={(chosen) => onChange({ period: chosen === spanChoices[0].value ? '' : chosen, from: '', to: '' })}
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
