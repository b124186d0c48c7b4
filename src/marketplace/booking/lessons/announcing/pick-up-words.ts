import { mailsIn } from '#texts/by-language/mails.ts';
import type { LessonFacts } from '../../../teaching/calendar/find-lesson-facts.ts';
import { type LessonSide, languageOf, lessonPlace } from '../../../teaching/calendar/write-lesson-ics.ts';

/** Where a lesson to come begins, as one line of a mail; who books through the API may leave it open, and then both sides are told so. */
export function pickUpWords(lesson: LessonFacts, side: LessonSide): string {
  const texts = mailsIn(languageOf(lesson, side));
  return lessonPlace(lesson, side) || texts.pickUpIsOpen;
}

/** Whether nobody said where a lesson begins, for a text that chooses by it. */
export function isPickUpOpen({ pickup, postalCode }: Pick<LessonFacts, 'pickup' | 'postalCode'>): 'true' | 'false' {
  return pickup === '' && postalCode === '' ? 'true' : 'false';
}
