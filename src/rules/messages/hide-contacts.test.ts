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

/** Eight digits of a local number. */
const localNumber = fc
  .tuple(
    fc.constantFrom('3', '6', '8', '9'),
    fc.array(fc.constantFrom(...'0123456789'), { minLength: 7, maxLength: 7 }),
  )
  .map(([first, rest]) => first + rest.join(''));

describe('[25.6] what people type is hidden', () => {
  test.each([
    ...['9123:4567', '9123, 4567', '9123    4567', '9123—4567', '9123 -- 4567', '9123\n\n4567', '91-23 45-67'],
    ...['9123-45 67', '9 1 2 3, 4 5 6 7', '9123|4567', '9123~4567', '9123;4567', '9123+4567', '9123\\4567'],
    ...['9123 • 4567', '9123−4567', '9123🚗4567', '91\u206623\u034f4567', '+65 9123      4567'],
    ...['nine 123 4567', '9123four567', '9123 then 4567', 'double nine, 123456', 'nineonetwothree 4567'],
    ...['九一二三四五六七', '9️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣', '٩١٢٣٤٥٦٧', '९१२३ ४५६७', '❾①23 4567'],
    ...['012-345 6789', '60123456789', '6012 345 6789'],
  ])('the number %s', (text) => {
    expect(hideContacts(`ring ${text} ok`).text).toBe(`ring ${number} ok`);
  });

  test.each(['$91234567', '$9123 4567', 'S$ 91234567'])('the number behind a sign of money %s', (text) => {
    expect(hideContacts(text).text.endsWith(`$${number}`) || hideContacts(text).text.endsWith(`$ ${number}`)).toBe(
      true,
    );
  });

  test.each([
    ...[
      'IG: johntan88',
      'IG: johntan',
      'telegram johntan88',
      'tele johntan88',
      'wechat id johntan88',
      'line id johntan',
    ],
    ...[
      '@johntan88',
      'my insta is john.tan',
      'IG johntan',
      'insta: johntan',
      'tele @x',
      'ig - johntan',
      'telegram (johntan)',
      'wa: johntan',
      'my tele is johntan',
      'tiktok johntan',
      'ig acc johntan',
      'find johntan on insta',
      'IG👉johntan',
      'insta >> johntan',
      'ig @ johntan',
      'ig-johntan',
      'tele/johntan',
      'linktr.ee/john',
      'foo.co',
      'foo.my',
      'x.gd/ab1',
    ],
  ])('the way %s', (text) => {
    expect(hideContacts(`see ${text} ok`).text).toMatch(/^see (?:my )?\[link hidden\] ok$/);
  });

  test.each(['wa 9 1 2 3', 'whatsapp me at 9.1.2.3.4', 'tele no: 9 1 2 3 4 5 6'])('the part of a number %s', (text) => {
    expect(hideContacts(`see ${text} ok`).text).toBe(`see ${number} ok`);
  });

  test.each(['john at gmail', 'john@gmail', 'john at gmail com', 'john (at) hotmail', 'john at yahoo dot com dot sg'])(
    'the address %s',
    (text) => {
      expect(hideContacts(`write ${text} ok`).text).toBe(`write ${email} ok`);
    },
  );

  test('is every local number, whatever is between its digits and however they are written', () => {
    const digits = [
      (digit: string) => digit,
      (digit: string) => String.fromCodePoint(0x660 + Number(digit)),
      (digit: string) => `${digit}\ufe0f\u20e3`,
      (digit: string) => [...'〇一二三四五六七八九'][Number(digit)] ?? '',
      (digit: string) =>
        ` ${['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][Number(digit)]} `,
    ];
    const groupings = fc.constantFrom([8], [4, 4], [2, 2, 2, 2], [3, 3, 2], [1, 3, 4], [1, 1, 1, 1, 1, 1, 1, 1]);
    const sign = fc.constantFrom(
      ' ',
      '-',
      '—',
      '|',
      '~',
      ';',
      '+',
      '\\',
      '•',
      '−',
      '*',
      '_',
      '"',
      '🚗',
      '\n',
      '\u200b',
      '=',
    );
    const between = fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join(''));
    const ways = fc.array(fc.constantFrom(...digits), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(localNumber, groupings, between, ways, (line, sizes, gap, write) => {
        const ends = sizes.map((_, place) => sizes.slice(0, place + 1).reduce((sum, size) => sum + size, 0));
        const written = [...line].map((digit, place) => {
          return `${write[place]?.(digit)}${ends.includes(place + 1) && place < 7 ? gap : ''}`;
        });
        const { text, isChanged } = hideContacts(`ring ${written.join('')} tonight`);
        expect(isChanged).toBe(true);
        expect(text).toMatch(/^ring\s+\+?\[number hidden\]\s+tonight$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('[25.6] what honest people write stays', () => {
  test.each([
    ...['$66.00', 'S$1,200', 'S$1,200 to S$3,600, or $60-$1200', '66.00 - 90.00', '98.5%, 97%, 100%', '98.5, 97.2, 99'],
    ...['09:00-10:30', '9.30 to 11', '9:00–10:30, 90 min', '3:00-4:30, 66 dollars', '8-9, 10-12, 13-15'],
    ...['28/11/2026', '2026-11-28', '8/12/2026, 9.30 - 11.00', '6/12, 8/12, 13/12', '6/12 1030, 8/12 1200'],
    ...['6, 8, 9 and 13 Dec', '6, 8, 9, 13 and 15 Dec 2026', 'bus 38, 966, 851', 'buses 38, 966 and 851'],
    ...['36/40, 38/40', 'marks 90, 85, 78, 92', '60, 90, 120, 150', 'class 3/3A', 'SGX1234A', '1998-2004', '999999'],
    ...[
      'see moe.gov.sg',
      'Mohd. Ali',
      'big vigil',
      'I teach at Bedok',
      'at 9',
      '@Bedok at 9',
      'Circle line CC9',
      '三月九日',
    ],
    ...[
      'I ig I can come at 9',
      'ig we could meet tomorrow',
      'ig maybe later, or ig not',
      'a tele-conversation is fine',
      'is Telegram okay, or WhatsApp?',
      'I prefer telegram messages',
      'whatsapp works better for me',
      'my insta is private',
      'please no facebook ads',
      'I saw it on Instagram yesterday',
      'Telegram: no, WhatsApp: yes please',
      'telegram / whatsapp both can',
      'I do not use tiktok anymore',
      'wa lau, so expensive',
      'wa 2 lessons a week can',
      'call me on telegram @9am',
      'telegram at 1030, or @ 11',
      'the fb marketplace listing',
      'find me on insta, or find instructors on facebook',
      'add everyone in telegram',
      'IG/FB ads, or Telegram & WhatsApp',
      'a facebook-like page',
      'Is it on Telegram? Ravi has it.',
      'in line with the rules',
      'signal before you turn',
      'wait in line patiently',
    ],
  ])('%s', (text) => {
    expect(hideContacts(text)).toEqual({ text, isChanged: false });
  });

  test('whatever sentences are made of it', () => {
    const two = (value: number) => String(value).padStart(2, '0');
    const hour = fc.integer({ min: 7, max: 20 });
    const part = fc.oneof(
      fc.tuple(hour, hour).map(([from, to]) => `from ${from}:00 to ${to}:30`),
      fc.tuple(hour, hour).map(([from, to]) => `at ${two(from)}:00-${two(to)}:30`),
      fc
        .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }))
        .map(([day, month]) => `on ${day}/${month}/2026`),
      fc
        .tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }))
        .map(([day, month]) => `on 2026-${two(month)}-${two(day)}`),
      fc
        .uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 2, maxLength: 6 })
        .map((days) => `on ${days.join(', ')} Dec`),
      fc.integer({ min: 30, max: 1999 }).map((price) => `for S$${price}.00`),
      fc.integer({ min: 30, max: 1999 }).map((price) => `for $${price}`),
      fc.integer({ min: 1, max: 999 }).map((bus) => `by bus ${bus}`),
      fc.integer({ min: 1, max: 100 }).map((share) => `with ${share}%`),
      fc.integer({ min: 1, max: 9999 }).map((plate) => `in SGX${plate}A`),
      fc.constantFrom('for class 3A', 'since 2004', 'near Bedok MRT', 'with Mohd. Ali', 'after 12 lessons'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = `We meet ${parts.join(' ')}, ok?`;
        expect(hideContacts(text)).toEqual({ text, isChanged: false });
      }),
      { numRuns: 300 },
    );
  });
});

describe('[25.36] what was tried around that is hidden', () => {
  test.each([
    ...['evil.club', 'evil.vip', 'evil.top', 'evil.ru', 'evil.de', 'evil.cn', 'evil.school', 'evil.uk', 'evil.id'],
    ...['evil dot com', 'evil[.]com', 'evil .com', 'evil. com', 'evil(dot)vip', 'bit . ly/abc', 't(.)me/ravi'],
    ...['evil·com', 'evil•club', 'ev\u0456l.club', 'evil.me', 'kerbside-sg.help', 'kerbside.support'],
  ])('the host %s', (host) => {
    expect(hideContacts(`see ${host} ok`).text).toBe(`see ${link} ok`);
  });

  test.each([
    'sembilan satu dua tiga empat lima enam tujuh',
    'nueve uno dos tres cuatro cinco seis siete',
    'neuf un deux trois quatre cinq six sept',
    'neun eins zwei drei vier fünf sechs sieben',
    'jiu yi er san si wu liu qi',
    'ஒன்பது ஒன்று இரண்டு மூன்று நான்கு ஐந்து ஆறு ஏழு',
    'ninety one twenty three forty five sixty seven',
    'ninety-one twelve thirty four fifty',
    '9l23 4567',
    '9123x4567',
    '9I2345O7',
    '9.1%2.3%4.5%6.7%',
  ])('the number %s', (text) => {
    expect(hideContacts(`ring ${text} ok`).text).toMatch(/^ring \[number hidden\]%? ok$/);
  });

  test.each([
    'ok.see you, thanks.can we meet, tomorrow.In the morning',
    'one lesson in the afternoon, then ten more at sixty dollars',
    'the road was closed. Come at nine, or ten',
    'ninety minutes at sixty-six dollars',
    'pass rate 45.5% of 2,310 tests, 61.2% at CDC',
    'from 3.5 km.To the right',
    'I passed at two dot five points',
    'Mr.Tan, Dr.Lee, St.John, 10 a.m. and 5 p.m.',
    'Он едет, γεια σου',
  ])('but not %s', (text) => {
    expect(hideContacts(text)).toEqual({ text, isChanged: false });
  });
});
