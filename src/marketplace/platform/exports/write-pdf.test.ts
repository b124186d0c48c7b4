import { expect, test } from 'vitest';
import { readPdfPlaces, readPdfText } from '#support/read-pdf-text.ts';
import { fontsFor } from './pdf-fonts.ts';
import { writePdf } from './write-pdf.ts';

const names = ['陈美玲', '陳美玲', '王', 'முத்துலட்சுமி', 'Nguyễn Thị Hồng', 'Łukasz Żak', 'Nurul ‘Ain', 'Zoë Müller'];

async function pageOf(...people: string[]): Promise<Buffer> {
  return writePdf(
    {
      title: 'Statement',
      subtitle: '2026',
      facts: [['Paid by', `${people[0]} (somebody@kerbside.example)`]],
      head: ['Instructor', 'Amount'],
      rows: people.map((name) => [name, '66.00']),
      sums: [['Paid', 'S$66.00']],
      note: 'Times are of Singapore.',
    },
    Date.parse('2026-11-22T00:00:00Z'),
  );
}

test.each(names)('a PDF shows %s as it is written', async (name) => {
  const texts = readPdfText(await pageOf(name));
  // Shaping may draw a Tamil vowel before its consonant: the letters are those, in whatever order they are drawn.
  const letters = (text: string) => [...text.normalize('NFC')].filter((letter) => letter !== ' ').sort();
  const drawn = texts.slice(texts.indexOf('Amount') + 1, texts.indexOf('66.00')).join('');
  expect(letters(drawn)).toEqual(letters(name));
  expect(texts.join('')).not.toContain('?');
});

test('a PDF holds only the letters that it needs, and none more where the standard fonts do', async () => {
  const [western, chinese] = [await pageOf('Tan Mei Ling'), await pageOf(...names)];
  expect(western.length).toBeLessThan(5000);
  expect(chinese.length).toBeLessThan(60_000);
});

test('what no font knows is a question mark', async () => {
  expect(readPdfText(await pageOf('\u{13000}')).join('|')).toContain('|?|');
});

test('fifty common Chinese names are drawn whole', async () => {
  const common =
    '陈林黄李张王吴刘蔡杨陳黃張吳劉楊郑鄭谢謝许許曾周叶葉赖賴徐郭苏蘇何罗羅高潘余美玲伟强丽华明志文慧英敏静建国俊杰家豪晓燕秀珍雪梅佩珊欣怡嘉慧诗颖';
  expect(readPdfText(await pageOf(common)).join('')).not.toContain('?');
});

test('what letters somebody has in a name does not decide what a page costs: faces have an upper limit, and are unpacked once', async () => {
  // Letters of seventy faces and more.
  const wide = Array.from({ length: 2600 }, (_, at) => String.fromCodePoint(0x4e00 + at * 8)).join('');
  const first = await fontsFor([wide]);
  expect(first.embedded.size).toBe(32);
  expect(first.runsOf(wide).some(({ text }) => text.includes('?'))).toBe(true);
  const again = await fontsFor([wide]);
  for (const [name, bytes] of first.embedded) expect(again.embedded.get(name)).toBe(bytes);
});

test('a fact with a long name has its lines to itself', async () => {
  const pdf = await writePdf(
    {
      title: 'Training record book',
      subtitle: '2026-11-25',
      facts: [
        ['Licence to teach, its number and the date of it', '____'],
        ['Valid until', '2027-06-09'],
      ],
      head: ['Date', 'Price'],
      rows: [],
      sums: [],
      note: 'Fill in what is left blank.',
    },
    Date.parse('2026-11-25T00:00:00Z'),
  );
  const places = readPdfPlaces(pdf);
  const at = places.findIndex(({ text }) => text.startsWith('Valid'));
  // Ten points are a line of this size.
  const above = places.slice(0, at).filter(({ text }) => text !== '____');
  expect((above.at(-1)?.y ?? 0) - (places[at]?.y ?? 0)).toBeGreaterThan(10);
});
