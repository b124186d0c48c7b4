import { type ReactNode, useState } from 'react';
import * as texts from '#texts/booking.ts';
import { wantedClass } from '../ground/wanted-class.ts';
import { classWords } from '../records/class-words.ts';
import type { Instructor } from '../records/instructor-record.ts';
import { Radio } from '../ui/Checkbox.tsx';

/**
 * For which class a lesson is, where its instructor teaches several: what was looked for, else the last lesson's, else the first that is taught.
 * `field` asks for it; nothing is asked where there is one.
 */
export function useClassChoice({ licenceClasses }: Instructor, last: string | undefined) {
  const [chosen, setChosen] = useState<string>();
  const known = [chosen, wantedClass(), last].find((each) => each && licenceClasses.includes(each));
  const licenceClass = known ?? licenceClasses.toSorted().at(-1) ?? '';
  const field: ReactNode = licenceClasses.length > 1 && (
    <fieldset>
      <legend className="font-semibold">{texts.whichClass}</legend>
      {licenceClasses.map((value) => (
        <Radio
          key={value}
          name="licenceClass"
          label={classWords(value)}
          checked={licenceClass === value}
          onChange={() => setChosen(value)}
        />
      ))}
    </fieldset>
  );
  return { licenceClass: licenceClasses.length > 1 ? licenceClass : undefined, field };
}
