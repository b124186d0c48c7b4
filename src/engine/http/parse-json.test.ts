import { describe, expect, it } from 'vitest';
import { JsonTooLarge, parseFirstJson } from './parse-json.ts';

const parse = (text: string, elements = 1000, levels = 20) => parseFirstJson(text, { elements, levels });

describe('parseFirstJson', () => {
  it.each([
    ['{"a":"}"} rest', { a: '}' }],
    ['[1,[2]][3]', [1, [2]]],
    ['"x" y', 'x'],
    [' null {', null],
    ['{"a":"\\"{"}{"b":1}', { a: '"{' }],
    ['{"a":"\\\\"}{"b":1}', { a: '\\' }],
    ['12 13', 12],
    ['\r\n{"a":\t-1.5e3}\n', { a: -1500 }],
  ])('takes the first value of %s', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each(['', '   ', '{"a":', '{', '}', '"x', '"x\\"', '{"a" 1} {}', 'nul', '[1 2]', ',1'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow(SyntaxError);
  });

  it('[11.2] takes as many elements and levels as there may be, and not one more', () => {
    expect(parse('{"a":[1,2]}', 5)).toEqual({ a: [1, 2] });
    expect(() => parse('{"a":[1,2]}', 4)).toThrow(JsonTooLarge);
    expect(parse('[[[]]]', 9, 3)).toEqual([[[]]]);
    expect(() => parse('[[[[]]]]', 9, 3)).toThrow(JsonTooLarge);
  });

  it('counts the elements of several texts together', () => {
    const allowance = { elements: 5, levels: 3 };
    expect(parseFirstJson('[1,2]', allowance)).toEqual([1, 2]);
    expect(() => parseFirstJson('[1,2]', allowance)).toThrow(JsonTooLarge);
  });
});
