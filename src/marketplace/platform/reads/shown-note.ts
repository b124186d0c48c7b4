import { hideContacts } from '#rules/messages/hide-contacts.ts';

/**
 * What an instructor reads of a learner's note: until the lesson is confirmed, and once it is off, without numbers and addresses, as messages
 * are before a confirmed lesson (domain rule 30). The note itself stays as it was written.
 */
export function shownNote(note: string, isConfirmed: boolean): string {
  return isConfirmed ? note : hideContacts(note).text;
}
