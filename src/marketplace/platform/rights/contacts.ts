import type { Field } from '#engine/collections/collection.ts';

/** Hidden when it is written, unless a lesson of the two whom the record is between was confirmed and not called off (domain rule 30). */
export const hiddenUntilConfirmed = 'hidden until confirmed';
/** Hidden when it is written, whoever writes it: strangers read it. */
export const hiddenForGood = 'hidden for good';
/** A person's name, which has no room for anything else (`judgeName`). */
export const isName = 'a name';
/** Words about people that staff alone read; a look at them is noted. */
export const forStaff = 'for staff: words about people';

/** What a field that holds a text says of contact details in it: what becomes of them, or why they may stay. */
export const contactsSays = [
  hiddenUntilConfirmed,
  hiddenForGood,
  isName,
  forStaff,
  'from staff',
  'from the server',
  'a copy of what went through the door',
  'read by its writer and staff alone',
  'for the parties of a confirmed lesson',
  'takes a form of its own',
] as const;

/** Whether a field holds a text that has to say it. A text with a pattern has a form already. */
export function holdsWords(field: Field): boolean {
  if (field.system || field.isAdded) return false;
  if (field.type === 'text') return field.pattern === '';
  return field.type === 'editor' || field.type === 'json' || field.type === 'url';
}
