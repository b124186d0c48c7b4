import type { Engine } from '#engine/engine.ts';
import { isAdmin } from '../../../platform/reads/require-right.ts';
import { shownNote } from '../../../platform/reads/shown-note.ts';
import { bookLesson } from './book-lesson.ts';
import { changeGivenLesson, moveGivenLesson } from './change-given-lesson.ts';
import { refuseBooking } from './refuse-booking.ts';

/** What hangs on lessons: booking in one call, the start code for its learner only, notes without numbers before the confirmation, overlaps as `slot_taken`. */
export function registerLessonHooks(engine: Engine): void {
  engine.hooks.on('lessons', {
    performCreate: (event) => bookLesson(engine, event),
    beforeUpdate: (event) => changeGivenLesson(engine, event),
    beforeWrite: (event) => moveGivenLesson(engine, event),
    explainViolation: (constraint) =>
      constraint === 'lessons_instructor_overlap' || constraint === 'lessons_learner_overlap'
        ? refuseBooking('slot_taken')
        : undefined,
    present(record, viewer, row) {
      // It proves that the two met: staff who look through the account could be the other one.
      const isLearner = viewer !== null && viewer.id === row.learner && viewer.actor === '';
      if (viewer?.isSuperuser || isLearner) record.startCode = row.startCode;
      else delete record.startCode;
      const seesAll = viewer && (viewer.id === row.learner || isAdmin(viewer));
      if (typeof record.note === 'string' && !seesAll) record.note = shownNote(record.note, row.contactsUntil !== null);
    },
  });
}
