import type { Instructor } from '../../platform/records/instructor-record.ts';
import { PickupAdvice } from '../pickup-advice/PickupAdvice.tsx';
import { usePickupAdvice } from '../pickup-advice/use-pickup-advice.ts';
import { OutsideAreas } from './OutsideAreas.tsx';

type PickupNotesProps = { instructor: Instructor; postalCode: string; start: string; durationMinutes: number };

/** What is to be said of a pick-up before anything is held: whether the instructor teaches there, and what is advised for that place and time. */
export function PickupNotes({ instructor, postalCode, start, durationMinutes }: PickupNotesProps) {
  const { data = [] } = usePickupAdvice({ postalCode, start, durationMinutes });
  return (
    <>
      <OutsideAreas instructor={instructor} postalCode={postalCode} start={start} />
      <PickupAdvice advice={data} />
    </>
  );
}
