import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { findPerson } from './student.store.ts';

/** Notes are about people whom the instructor teaches or taught. */
export function registerStudentNoteHooks(engine: Engine): void {
  engine.hooks.on('student_notes', {
    async beforeCreate({ record, auth, system, db }) {
      if (system || auth?.isSuperuser) return;
      const [instructor, id] = [String(record.instructor), String(record.learner)];
      if (await findPerson(db, { instructor, id })) return;
      const message = 'Notes are about people who booked a lesson with you.';
      throw refuseCreate('learner', 'not_allowed', message);
    },
  });
}
