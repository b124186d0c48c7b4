import { expect, test } from 'vitest';
import { foldSigns } from './fold-signs.ts';

test.each([
  ['９１２３', '9123'],
  ['⑨①②③', '9123'],
  ['𝐰𝐚.𝐦𝐞', 'wa.me'],
  ['e\u0301', 'é'],
  ['قال ﷺ', 'قال ﷺ'],
])('%s is read as %s', (text, plain) => expect(foldSigns(text)).toBe(plain));

test('[25.26] no sign becomes more than four', () => {
  const tooLong = [];
  for (let code = 0; code < 0x110000; code++) {
    const sign = String.fromCodePoint(code);
    if (foldSigns(sign).length > 4 * sign.length) tooLong.push(code.toString(16));
  }
  expect(tooLong).toEqual([]);
});
