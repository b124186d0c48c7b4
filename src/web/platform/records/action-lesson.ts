/** A lesson as far as what can be done with it goes. Times are ISO or in the wire form. */
export type ActionLesson = { id: string; start: string; end: string; status: string };

/** Who looks: one of its parties, or somebody of the staff. */
export type ActionSide = 'learner' | 'instructor' | 'admin';
