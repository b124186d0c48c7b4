import { describe, expect, it } from 'vitest';
import { buildIndex, findUniqueColumnIndex, isIndex, parseIndex } from './parse-index.ts';

describe('parseIndex', () => {
  it('takes a unique index with a collation, a sort and a condition apart', () => {
    const text =
      'CREATE UNIQUE INDEX IF NOT EXISTS `idx_a` ON `posts` (`title` COLLATE NOCASE desc, "n") WHERE `n` > 0';
    expect(parseIndex(text)).toEqual({
      isUnique: true,
      isOptional: true,
      schemaName: '',
      indexName: 'idx_a',
      tableName: 'posts',
      columns: [
        { name: 'title', collate: 'NOCASE', sort: 'DESC' },
        { name: 'n', collate: '', sort: '' },
      ],
      where: '`n` > 0',
    });
  });

  it('keeps the commas of an expression together', () => {
    expect(parseIndex('create index a on b (coalesce(x, y), z)').columns.map(({ name }) => name)).toEqual([
      'coalesce(x, y)',
      'z',
    ]);
  });

  it('finds no index in another text', () => {
    expect(isIndex(parseIndex('drop table posts'))).toBe(false);
    expect(isIndex(parseIndex(''))).toBe(false);
  });
});

describe('buildIndex', () => {
  it('writes one column in one line and several in lines of their own', () => {
    expect(buildIndex(parseIndex('create index a on b (x)'))).toBe('CREATE INDEX `a` ON `b` (`x`)');
    expect(buildIndex(parseIndex('create unique index s.a on b (x asc, lower(y)) where x > 1'))).toBe(
      'CREATE UNIQUE INDEX `s`.`a` ON `b` (\n  `x` ASC,\n  lower(y)\n) WHERE x > 1',
    );
  });
});

describe('findUniqueColumnIndex', () => {
  it('wants a unique index over that column alone, in any case of letters', () => {
    const indexes = [
      'create index a on t (email)',
      'create unique index b on t (email, x)',
      'create unique index c on t (Email)',
    ];
    expect(findUniqueColumnIndex(indexes, 'email')?.indexName).toBe('c');
    expect(findUniqueColumnIndex(indexes.slice(0, 2), 'email')).toBeUndefined();
  });
});
