import { describe, expect, test } from 'vitest';
import { firstPolicyValues as policy } from '#rules/policies/policy-values.ts';
import { helpCategories as categoriesFor, findAnswers } from './help-answers.ts';

const helpCategories = categoriesFor(policy);

const questionsOf = (search: string) =>
  findAnswers(search, policy).flatMap(({ questions }) => questions.map((q) => q.question));

describe('[199, 200] the answers of the Help Center', () => {
  test('stand in categories, each question once', () => {
    const all = questionsOf('');
    expect(findAnswers('   ', policy)).toEqual(helpCategories);
    expect(all.length).toBeGreaterThan(40);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(helpCategories.map(({ id }) => id)).size).toBe(helpCategories.length);
  });

  test('are found by the beginnings of words, in any order and case', () => {
    expect(questionsOf('REFUND long')).toContain('How long does a refund take?');
    expect(questionsOf('paynow')).toContain('How can I pay?');
    expect(questionsOf('S$10')).toContain('What happens when the instructor cancels?');
    expect(questionsOf('xylophone')).toEqual([]);
  });

  test('are found by their category, too', () => {
    expect(questionsOf('safety')).toContain('The car or its number plate is not the one on my ticket.');
  });

  test('are made from the figures of the policies in force', () => {
    const answerUnder = (values: typeof policy) =>
      categoriesFor(values)
        .flatMap(({ questions }) => questions)
        .find(({ question }) => question === 'What do I get back when I cancel?')?.answer;
    expect(answerUnder(policy)).toContain('You get all of it until 24 hours before the lesson, half until 12 hours');
    const tiers = [{ hoursBefore: 30, refundPercent: 80 }];
    expect(answerUnder({ ...policy, tiers })).toContain('You get 80% until 30 hours before the lesson, and nothing');
  });

  test('never call Kerbside a school, nor its instructors ours', () => {
    const text = JSON.stringify(helpCategories);
    expect(text).not.toMatch(/our instructors|our cars|escrow/i);
    expect(text.match(/driving school/g)).toHaveLength(1);
  });
});
