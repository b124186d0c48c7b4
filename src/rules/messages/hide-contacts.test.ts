import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hiddenMarks, hideContacts } from './hide-contacts.ts';

const { number, email, link, address } = hiddenMarks;

describe('[hidden before a confirmed lesson]', () => {
  test.each([
    ['call me 91234567', `call me ${number}`],
    ['I am S1234567D', 'I am [no NRIC]'],
    ['S123\u200b4567D', '[no NRIC]'],
    ['call me at 9123 4567, ok?', `call me at ${number}, ok?`],
    ['+65 9123-4567', number],
    ['65 8123 4567 thanks', `${number} thanks`],
    ['my no. is 9-1-2-3-4-5-6-7', `my no. is ${number}`],
    ['9 1 2 3 4 5 6 7', number],
    ['91.23.45.67', number],
    ['９１２３４５６７', number],
    ['9123\u200b4567', number],
    ['home 6123 4567', `home ${number}`],
    ['lesson at 9, 91234567 is mine', `lesson at 9, ${number} is mine`],
    ['9,1,2,3,4,5,6,7', number],
    ['+44 7911 123456', number],
    ['nine one two three four five six seven', number],
    ['nine 1 two 3 four 5 six 7', number],
    ['double nine one two three four five six', number],
    ['write to ravi@mail.example.sg', `write to ${email}`],
    ['ravi (at) mail (dot) com', email],
    ['ravi at gmail dot com please', `${email} please`],
    ['https://wa.me/6591234567', link],
    ['or t.me/ravi_teaches now', `or ${link} now`],
    ['see https://evil.example/x?y=1 now', `see ${link} now`],
    ['www.ravi-teaches.com', link],
    ['look at ravi-teaches.com.sg/prices', `look at ${link}`],
    ['(raviteaches.sg)', `(${link})`],
    ['whatsapp @ravi_teaches', link],
    ['my telegram is @ravi.teaches', `my ${link}`],
    ['Insta: @ravi_t', link],
    ['find @ravi_t on insta', `find ${link}`],
    ['I live at Blk 204 #05-123, Singapore 460204', `I live at ${address} ${address}, ${address}`],
    ['pick me up at S(460204)', `pick me up at ${address}`],
  ])('%s', (text, shown) => {
    expect(hideContacts(text)).toEqual({ text: shown, isChanged: true });
  });

  test('is every local number however it is grouped, and nothing around it', () => {
    const digits = fc
      .tuple(
        fc.constantFrom('3', '6', '8', '9'),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 7 }),
      )
      .map(([first, rest]) => first + rest.join(''));
    const grouping = fc.constantFrom([8], [4, 4], [2, 2, 2, 2], [1, 1, 1, 1, 1, 1, 1, 1], [3, 3, 2]);
    const gap = fc.constantFrom(' ', '-', '.', ' - ');
    fc.assert(
      fc.property(digits, grouping, gap, fc.constantFrom('', '+65 ', '65 ', '+65'), (line, sizes, between, prefix) => {
        const starts = sizes.map((_, place) => sizes.slice(0, place).reduce((sum, size) => sum + size, 0));
        const groups = sizes.map((size, place) => line.slice(starts[place], (starts[place] ?? 0) + size));
        const { text } = hideContacts(`please ring ${prefix}${groups.join(between)} tonight`);
        expect(text).toBe(`please ring ${number} tonight`);
      }),
    );
  });
});

describe('[not hidden]', () => {
  test.each([
    'Sat 5 Dec 2026, 10:00–11:30',
    'on 28-12-2026 or 2026-12-28',
    '9.12.2026 at 10.30',
    'from 9.00 to 10.30, 90 minutes',
    'S$66.00 an hour, S$1,200 in all',
    'plate SLB 4412 C, class 3A',
    'I failed with 20 points after 25 lessons',
    'meet at Bedok MRT, exit B',
    'see you at one or two',
    'free at 8, 9, 10, 11, 12',
    'bus 14, 15 and 966 stop there',
    'it is 3 lessons a week, at 8 or 9',
    'see onemotoring.lta.gov.sg or https://www.police.gov.sg/licence',
    'lesson @Bedok, then @ 5 pm',
    'ok.me too',
    'Thanks.My car is there',
    'wait in line at the gate, or signal me',
    'it is a 3.5 km drive, class 3A.See you',
    'e.g. Mon, i.e. tomorrow',
    'No. 12 and No.13',
    'Since 2004, 1200 learners passed, 98.5% at the first try',
    'from 0900 to 1030 on 2026.12.05',
    'BBDC/CDC, Class 3/3A',
  ])('%s', (text) => {
    expect(hideContacts(text)).toEqual({ text, isChanged: false });
  });

  test('is a text without any digit, sign or spelled number', () => {
    const words = fc.array(fc.constantFrom('parallel', 'parking', 'please', 'tomorrow', 'thanks', '好的', 'ya', '\n'));
    fc.assert(
      fc.property(words, (list) => {
        expect(hideContacts(list.join(' '))).toEqual({ text: list.join(' '), isChanged: false });
      }),
    );
  });

  test('is what was hidden already', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const once = hideContacts(text).text;
        expect(hideContacts(once).text).toBe(once);
      }),
    );
  });
});
