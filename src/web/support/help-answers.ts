import type { HelpAnswer } from './help-answer.ts';
import { bookingAnswers, changeAnswers, lessonAnswers, paymentAnswers } from './learner-answers.ts';
import { accountAnswers, messageAnswers, safetyAnswers, startAnswers, teachingAnswers } from './other-answers.ts';

export type HelpCategory = { id: string; name: string; questions: readonly HelpAnswer[] };

/** The questions of the Help Center with their answers, by category. Figures are those of the published policies. */
export const helpCategories: readonly HelpCategory[] = [
  { id: 'start', name: 'Getting started', questions: startAnswers },
  { id: 'booking', name: 'Booking', questions: bookingAnswers },
  { id: 'changes', name: 'Changes and refunds', questions: changeAnswers },
  { id: 'payment', name: 'Payment', questions: paymentAnswers },
  { id: 'lessons', name: 'Lessons and progress', questions: lessonAnswers },
  { id: 'messages', name: 'Messages and notifications', questions: messageAnswers },
  { id: 'account', name: 'Account and privacy', questions: accountAnswers },
  { id: 'safety', name: 'Safety', questions: safetyAnswers },
  { id: 'teaching', name: 'Teaching', questions: teachingAnswers },
];

/**
 * The categories with the questions that fit a search: every word of it begins a word of the question, the answer or the category. All
 * of them for an empty search.
 */
export function findAnswers(search: string): readonly HelpCategory[] {
  const wanted = wordsOf(search);
  if (wanted.length === 0) return helpCategories;
  return helpCategories.flatMap((category) => {
    const questions = category.questions.filter(({ question, answer }) => {
      const words = wordsOf(`${question} ${answer} ${category.name}`);
      return wanted.every((part) => words.some((word) => word.startsWith(part)));
    });
    return questions.length > 0 ? [{ ...category, questions }] : [];
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}$]+/gu) ?? [];
}
