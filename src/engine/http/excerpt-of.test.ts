import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt-of.ts';
import { parseFields } from './pick-fields.ts';

const whole = { max: 100, withEllipsis: true };

describe('excerptOf', () => {
  it.each([
    ['<p>Hello <b>wi</b>de</p><p>world</p>', 'Hello wide world'],
    ['one\n\n two<br>three', 'one twothree'],
    ['<style>p{}</style><script>x()</script>y', 'y'],
    ['<form>no<form>no</form>no</form>yes', 'yes'],
    ['<img alt="a>b">text', 'text'],
    ['x &amp; &eacute; &#8364; &lt;b&gt;', 'x & é € <b>'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['text<!-- not this -->', 'text'],
    ['text <a href="', 'text'],
  ])('of %j is %j', (html, text) => {
    expect(excerptOf(html, whole)).toBe(text);
  });

  it('counts characters, not halves of them', () => {
    expect(excerptOf('🚗🚗🚗', { max: 2, withEllipsis: true })).toBe('🚗🚗...');
    expect(excerptOf('🚗🚗', { max: 2, withEllipsis: true })).toBe('🚗🚗');
  });

  // Two megabytes of each: looking ahead from every sign would take hours.
  it.each(['<', '<script', '<a ', '<a x="', '&', '</', '<!--', '<p>', '<form>', '<script></script', ' '])(
    '[10.1.4] [11.10] reads %j, again and again, once',
    (unit) => {
      const html = unit.repeat(Math.ceil(2_000_000 / unit.length));
      expect(excerptOf(html, { max: html.length, withEllipsis: false }).length).toBeLessThanOrEqual(html.length);
    },
  );
});

it('a choice of fields is read in one walk, commas in brackets apart', () => {
  expect([...parseFields(`a${','.repeat(500_000)},b:excerpt(3,true),c`).keys.keys()]).toEqual(['a', 'b', 'c']);
});
