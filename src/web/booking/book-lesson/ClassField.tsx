import * as texts from '#texts/booking.ts';
import { classWords } from '../../platform/records/class-words.ts';
import { Radio } from '../../platform/ui/Checkbox.tsx';

type ClassFieldProps = { classes: readonly string[]; chosen: string; onChange: (licenceClass: string) => void };

/** For which of the classes that an instructor teaches the lesson is. */
export function ClassField({ classes, chosen, onChange }: ClassFieldProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{texts.whichClass}</legend>
      {classes.map((value) => (
        <Radio
          key={value}
          name="licenceClass"
          label={classWords(value)}
          checked={chosen === value}
          onChange={() => onChange(value)}
        />
      ))}
    </fieldset>
  );
}
