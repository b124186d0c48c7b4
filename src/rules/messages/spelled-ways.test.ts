import { describe, expect, test } from 'vitest';
import { hideContacts } from './hide-contacts.ts';
import { hideRestOfNumber } from './hide-rest-of-number.ts';

describe('[25.46] ways to somebody that only a reader understands', () => {
  test.each([
    'gmail: ravi.driving',
    'my gmail is ravidriving',
    'email me ravi.driving gmail',
    'ravidrives gmail com',
    'ravi<at>gmail<dot>com',
    'ravi_at_gmail_dot_com',
    'ravi -at- mail -dot- com',
    'find me on telegram as ravidrives',
    't dot me slash ravidrives',
    't me slash ravidrives',
    't.me / ravidrives',
    '微信 raviwx88',
    '微信号：raviwx',
    'V信 raviwx88',
    'WX: raviwx88',
    'vx raviwx88',
    '小红书 ravi123',
    'LINE: ravi99',
    'signal ravi.01',
    'ravi#1234 on discord',
    'skype live:ravi',
    'zalo ravi99',
    'carousell @ravidrives',
    'hxxp://evil.club/x',
    'www evil com',
    'bit ly slash abc',
    'evil.xn--p1ai',
    '9l23 4S67',
    '91Z3 4567',
    'N1NE ONE TW0 THREE F0UR FIVE S1X SEVEN',
    'first half 9123, second half 4567',
    '9123 (first) 4567 (last)',
    '9123 xxxx 4567',
    'first four 9123',
    'last four digits are 4567',
    'number starts with 9123',
    'my number: 9 1 2 3',
    'the rest: 4 5 6 7',
  ])('%s', (text) => {
    const hidden = hideContacts(text);
    expect(hidden).toEqual({ text: expect.stringMatching(/\[(?:number|email|link) hidden\]/), isChanged: true });
    expect(hideContacts(hidden.text).text).toBe(hidden.text);
  });

  test.each([
    'end of 2026 and rest of 2027',
    'first of 2026, last 4 lessons at 10:30',
    'my lesson number 12 of 20, bus number 154 or 228',
    'my hp is 1500 cc, the car starts at 9123 km',
    'line: stay left, signal: right',
    'my gmail is full, email me at the end',
    'My number plate is SKB 1234 A, or SGX 9123 B',
    'Speed 50 60 70 80 90 on the expressway',
    'from 09:30 to 11:00 on 28 Nov 2026, S$66.00',
    'on 12/03/2027 at 3 pm, then 0930 or 1415',
    'passed with 4 points; 12 of 20',
  ])('and leave %s', (text) => {
    expect(hideContacts(text)).toEqual({ text, isChanged: false });
  });
});

describe('[25.46] a number that is written in several messages', () => {
  test.each([
    [['9123'], '4567', '[number hidden]'],
    [['my number', '91 23'], '45 67 ok?', '[number hidden] ok?'],
    [['nine one two three'], 'four five six seven', '[number hidden]'],
    [['9', '1', '2 3', '4', '5'], '６７', '[number hidden]'],
    [['it is 912'], '34567 call me', '[number hidden] call me'],
  ])('%j, then %j', (before, text, shown) => {
    expect(hideRestOfNumber(before, text)).toBe(shown);
  });

  test.each([
    [['see you at 8'], '9123 is on my plate'],
    [['on 12 March'], '2027 or later'],
    [['S$66.00'], '60 minutes'],
    [['lesson 8'], 'at 10:30'],
    [['9123 4567'], 'thanks'],
    [[], '4567'],
  ])('leaves %j, then %j', (before, text) => {
    expect(hideRestOfNumber(before, text)).toBe(undefined);
  });
});
