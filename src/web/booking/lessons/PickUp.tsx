import * as texts from '#texts/lessons.ts';
import { isAhead } from '../../platform/records/lesson-record.ts';

type PickUpProps = {
  lesson: {
    status: string;
    end: string;
    pickup: string;
    postalCode: string;
    /** Empty for an instructor's own learner, who has no account to be written to. */
    learner?: string;
  };
};

/** Where a lesson begins. One that was booked without a place says so while it is ahead; later the place may have been erased, and nothing is said. */
export function PickUp({ lesson }: PickUpProps) {
  const { pickup, postalCode, learner } = lesson;
  if (pickup === '' && postalCode === '') {
    if (!isAhead(lesson)) return null;
    return learner === '' ? texts.pickUpNotGiven : texts.pickUpIsOpen;
  }
  return (
    <>
      {pickup} <span className="figures text-soft">{postalCode}</span>
    </>
  );
}
