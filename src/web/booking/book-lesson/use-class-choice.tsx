import { lazy, type ReactNode, Suspense, useState } from 'react';
import { wantedClass } from '../../platform/ground/wanted-class.ts';
import type { Instructor } from '../../platform/records/instructor-record.ts';

// Most instructors teach one class.
const ClassField = lazy(async () => ({ default: (await import('./ClassField.tsx')).ClassField }));

/**
 * For which class a lesson is, where its instructor teaches several: what was looked for, else the last lesson's, else the first that is taught.
 * `field` asks for it; nothing is asked where there is one.
 */
export function useClassChoice({ licenceClasses }: Instructor, last: string | undefined) {
  const [chosen, setChosen] = useState<string>();
  if (licenceClasses.length < 2) return { sent: {}, field: null };
  const known = [chosen, wantedClass(), last].find((each) => each && licenceClasses.includes(each));
  const licenceClass = known ?? licenceClasses.toSorted().at(-1) ?? '';
  const field: ReactNode = (
    <Suspense>
      <ClassField classes={licenceClasses} chosen={licenceClass} onChange={setChosen} />
    </Suspense>
  );
  return { sent: { licenceClass }, field };
}
