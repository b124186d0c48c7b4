import { describe, expect, it } from 'vitest';
import { newCollection } from './new-collection.ts';
import { parseIndex } from './parse-index.ts';
import { readFields } from './read-fields.ts';
import { createIndexSql } from './translate-index.ts';

const collection = {
  ...newCollection('base', 'posts'),
  fields: readFields([
    { name: 'title', type: 'text' },
    { name: 'order', type: 'number' },
    { name: 'isDone', type: 'bool' },
    { name: 'due', type: 'date' },
  ]),
};

function translate(text: string): string {
  return createIndexSql(collection, parseIndex(text)).replace(/\s+/g, ' ');
}

describe('createIndexSql', () => {
  it('quotes names as the table has them and folds case where NOCASE asks for it', () => {
    expect(translate('create unique index `idx` on `posts` (`TITLE` collate nocase, [order] desc)')).toBe(
      'create unique index "idx" on "posts" (lower("title"), "order" desc) nulls not distinct',
    );
  });

  it('compares a bool with true and false, and reads a double-quoted text that is no field as a text', () => {
    expect(translate(`create index i on posts (title) where isDone = 1 and \`isDone\` != 0 and title == "it's"`)).toBe(
      `create index "i" on "posts" ("title") where "isDone" = true and "isDone" != false and "title" = 'it''s'`,
    );
  });

  it('puts empty dates where an order by them has them', () => {
    expect(translate('create index i on posts (due, `due` desc)')).toBe(
      'create index "i" on "posts" ("due" nulls first, "due" desc nulls last)',
    );
  });

  it('leaves numbers that are compared with numbers alone', () => {
    expect(translate('create index i on posts (title) where "order" = 1')).toContain('where "order" = 1');
  });

  it('compares a number with true and false as with 1 and 0', () => {
    expect(translate('create index i on posts (title) where "order" = true or `order` != FALSE')).toContain(
      'where "order" = 1 or "order" != 0',
    );
  });

  it('puts brackets around an expression', () => {
    expect(translate('create index i on posts (coalesce(title, 1))')).toBe(
      'create index "i" on "posts" ((coalesce ( "title" , 1 )))',
    );
  });

  it('refuses what could end the statement', () => {
    expect(() => translate('create index i on posts (title) where 1; drop table posts')).toThrow('not allowed');
    expect(() => translate('create index i on posts (title) where 1 -- x')).toThrow('not allowed');
    expect(() => translate('create index i on posts (title) where $1')).toThrow('not allowed');
    expect(translate("create index i on posts (title) where title = 'a;--'")).toContain("'a;--'");
  });
});
