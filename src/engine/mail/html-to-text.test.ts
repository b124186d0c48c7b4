import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

test.each([
  ['<p>Hello,</p>\n<p>your code is <strong>123456</strong></p>', 'Hello, \r\nyour code is 123456'],
  [
    '<a class="btn" href="https://x.example/a?b=1&amp;c=2">Reset <i>it</i></a>',
    '[Reset it](https://x.example/a?b=1&c=2)',
  ],
  ['<a href=""></a>', '[LINK]'],
  ['<ul><li>one</li><li>two</li></ul>', '- one\r\n- two'],
  ['a<br/>b', 'a\r\nb'],
  ['<style>p{}</style>1 &lt; 2 &amp; 3 &#39;x&#39; &unknown;', "1 < 2 & 3 'x' &unknown;"],
])('the HTML %j reads %j', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
