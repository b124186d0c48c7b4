import { expect, test } from 'vitest';
import { defineCollection } from './define-collection.ts';
import { addedRule, withStrictRules } from './strict-rules.ts';

test('a rule may only ask more than the one in code', () => {
  expect(addedRule('a = 1', 'a = 1')).toBe('');
  expect(addedRule('a = 1', '(a = 1) && (b = 2)')).toBe('b = 2');
  expect(addedRule('a = 1', '(a = 1) && b = 2')).toBe('b = 2');
  expect(addedRule('', 'b = 2')).toBe('b = 2');
  expect(addedRule(null, null)).toBe('');
  for (const sent of ['', 'b = 2', 'a = 1 && b = 2', '(a = 1) || (b = 2)', null]) {
    expect(addedRule('a = 1', sent)).toBeUndefined();
  }
  expect(addedRule(null, '')).toBeUndefined();
});

test('what was asked besides is asked of the rule that a new version has', () => {
  const described = (list: string | null) =>
    defineCollection({
      name: 'papers',
      type: 'base',
      fields: {},
      rules: { list, view: '', create: null, update: null, delete: null },
    });
  const known = {
    ...described('a = 1'),
    listRule: '(a = 1) && (b = 2)',
    strictRules: { listRule: { own: 'a = 1', more: 'b = 2' } },
    updated: '2026-11-22 00:00:00.000Z',
  };
  expect(withStrictRules(described('c = 3'), known)).toMatchObject({
    listRule: '(c = 3) && (b = 2)',
    strictRules: { listRule: { own: 'c = 3', more: 'b = 2' } },
    updated: known.updated,
  });
  expect(withStrictRules(described(null), known)).toEqual(described(null));
  expect(withStrictRules(described('a = 1'), undefined)).toEqual(described('a = 1'));
});
