import { describe, expect, it } from 'vitest';
import { parseFirstJson } from './parse-first-json.ts';

describe('parseFirstJson', () => {
  it.each([
    ['{"a":"}"} rest', { a: '}' }],
    ['[1,[2]][3]', [1, [2]]],
    ['"x" y', 'x'],
    [' null {', null],
    ['{"a":"\\"{"}{"b":1}', { a: '"{' }],
    ['12 13', 12],
  ])('takes the first value of %s', (text, value) => {
    expect(parseFirstJson(text)).toEqual(value);
  });

  it.each(['', '   ', '{"a":', '{', '}', '"x', '{"a" 1} {}', 'nul'])('refuses %j', (text) => {
    expect(() => parseFirstJson(text)).toThrow(SyntaxError);
  });
});
