import type { PolicyValues } from '#rules/policies/policy-values.ts';
import * as texts from '#texts/support.ts';
import type { HelpAnswer } from './help-answer.ts';
import { bookingAnswers, changeAnswers, lessonAnswers, paymentAnswers } from './learner-answers.ts';
import { accountAnswers, messageAnswers, safetyAnswers, startAnswers, teachingAnswers } from './other-answers.ts';

export type HelpCategory = { id: string; name: string; questions: readonly HelpAnswer[] };

/** The questions of the Help Center with their answers, by category. The answers are made from the figures of the policies. */
export const helpCategories = (policy: PolicyValues): readonly HelpCategory[] => [
  { id: 'start', name: texts.gettingStarted, questions: startAnswers },
  { id: 'booking', name: texts.booking, questions: bookingAnswers(policy) },
  { id: 'changes', name: texts.changesAndRefunds, questions: changeAnswers(policy) },
  { id: 'payment', name: texts.payment, questions: paymentAnswers(policy) },
  { id: 'lessons', name: texts.lessonsAndProgress, questions: lessonAnswers(policy) },
  { id: 'messages', name: texts.messagesAndNotifications, questions: messageAnswers(policy) },
  { id: 'account', name: texts.accountAndPrivacy, questions: accountAnswers(policy) },
  { id: 'safety', name: texts.safety, questions: safetyAnswers },
  { id: 'teaching', name: texts.teaching, questions: teachingAnswers(policy) },
];

/**
 * The categories with the questions that fit a search: every word of it begins a word of the question, the answer or the category. All
 * of them for an empty search.
 */
export function findAnswers(search: string, policy: PolicyValues): readonly HelpCategory[] {
  const wanted = wordsOf(search);
  const categories = helpCategories(policy);
  if (wanted.length === 0) return categories;
  return categories.flatMap((category) => {
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
