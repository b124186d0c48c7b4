import * as texts from '#texts/schedule.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { TextField } from '../../platform/ui/Field.tsx';
import { weekdays } from '../../platform/ui/weekdays.ts';

type Clocks = { from: string; to: string };
type HoursBreakProps = {
  pause: Clocks | undefined;
  error: string | undefined;
  onChange: (pause: Clocks | undefined) => void;
};

/** A break in open hours, which makes two of them. */
export function HoursBreak({ pause, error, onChange }: HoursBreakProps) {
  if (!pause) {
    return (
      <Button variant="quiet" className="mr-auto min-h-12" onClick={() => onChange({ from: '12:00', to: '13:00' })}>
        {texts.addABreak}
      </Button>
    );
  }
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <TextField
        label={texts.breakFrom}
        type="time"
        step={900}
        value={pause.from}
        onChange={({ target }) => onChange({ ...pause, from: target.value })}
      />
      <TextField
        label={texts.breakTo}
        type="time"
        step={900}
        value={pause.to}
        error={error}
        onChange={({ target }) => onChange({ ...pause, to: target.value })}
      />
      <Button variant="quiet" className="mr-auto min-h-12" onClick={() => onChange(undefined)}>
        {texts.noBreak}
      </Button>
    </div>
  );
}

type AlsoOnProps = {
  legend: string;
  weekday: number;
  chosen: readonly number[];
  onChange: (weekdays: readonly number[]) => void;
};

/** Further days of the week that get the same hours. */
export function AlsoOn({ legend, weekday, chosen, onChange }: AlsoOnProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {weekdays
          .filter((one) => one.weekday !== weekday)
          .map((one) => (
            <Checkbox
              key={one.weekday}
              label={one.name}
              checked={chosen.includes(one.weekday)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one.weekday] : chosen.filter((other) => other !== one.weekday))
              }
            />
          ))}
      </div>
    </fieldset>
  );
}
