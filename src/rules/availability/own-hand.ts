/** What instructors put into their diary by their own hand begins on whole multiples of this, in minutes; the start grid does not bind it. */
export const handStepMinutes = 5;
