import * as texts from '#texts/booking.ts';
import { formatMinutes } from '../../platform/ui/format-time.ts';

type LengthChoiceProps = { lengths: readonly number[]; value: number; onChange: (minutes: number) => void };

/** How long the lesson is, of the lengths the instructor offers. */
export function LengthChoice({ lengths, value, onChange }: LengthChoiceProps) {
  return (
    <fieldset className="mt-4 mb-5">
      <legend className="mb-2 font-semibold">{texts.length}</legend>
      <div className="flex flex-wrap gap-2">
        {lengths.map((minutes) => (
          <label
            key={minutes}
            className="flex min-h-11 items-center rounded border border-line-strong px-4 font-semibold has-checked:border-ink has-focus-visible:outline-3 has-focus-visible:outline-green has-focus-visible:outline-offset-2 has-checked:bg-ink has-checked:text-paper hover:border-green"
          >
            <input
              type="radio"
              name="length"
              className="unseen"
              checked={minutes === value}
              onChange={() => onChange(minutes)}
            />
            {formatMinutes(minutes)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
