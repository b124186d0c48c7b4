import { inflateSync } from 'node:zlib';

// The standard fonts are written in it.
const western = new TextDecoder('windows-1252');

/** The texts that a PDF of ours shows, in the order in which they are drawn; each stretch in one font is one text. */
export function readPdfText(pdf: Buffer): string[] {
  return readPdfPlaces(pdf).map(({ text }) => text);
}

/** The same, each with how high above the page's lower edge it stands, in points. */
export function readPdfPlaces(pdf: Buffer): Array<{ text: string; y: number }> {
  const objects = readObjects(pdf);
  const places: Array<{ text: string; y: number }> = [];
  for (const { head, stream } of objects.values()) {
    if (!stream || !/\bTf\b/.test(stream) || head.includes('/Subtype')) continue;
    let decode = (hex: string) => western.decode(Buffer.from(hex, 'hex'));
    let y = 0;
    for (const [, font, shown, height] of stream.matchAll(
      /\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ|1 0 0 1 [\d.]+ ([\d.]+) Tm/g,
    )) {
      if (font) decode = decoderOf(font, objects);
      else if (height) y = Number(height);
      else {
        const text = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => decode(hex)).join('');
        places.push({ text, y });
      }
    }
  }
  return places;
}

type PdfObject = { head: string; stream: string | undefined };

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  const text = pdf.toString('latin1');
  for (const { 1: id = '', 2: body = '' } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body.indexOf('\nstream\n');
    const head = at < 0 ? body : body.slice(0, at);
    const bytes = Buffer.from(body.slice(at + 8, body.lastIndexOf('\nendstream')), 'latin1');
    const stream = head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1');
    objects.set(id, { head, stream: at < 0 ? undefined : stream });
  }
  return objects;
}

/** How a font's codes become letters: by its ToUnicode table, or as they are. */
function decoderOf(font: string, objects: ReadonlyMap<string, PdfObject>): (hex: string) => string {
  const named = [...objects.values()].flatMap(({ head }) => new RegExp(`/${font} (\\d+) 0 R`).exec(head)?.[1] ?? []);
  const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(named[0] ?? '')?.head ?? '')?.[1];
  const map = objects.get(table ?? '')?.stream;
  if (!map) return (hex) => western.decode(Buffer.from(hex, 'hex'));
  const letters = new Map<number, string>();
  for (const { 1: first = '', 2: list = '' } of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/g)) {
    [...list.matchAll(/<([0-9a-f ]+)>/g)].forEach(({ 1: units = '' }, place) => {
      const codes = units.split(' ').map((unit) => Number.parseInt(unit, 16));
      letters.set(Number.parseInt(first, 16) + place, String.fromCharCode(...codes));
    });
  }
  return (hex) => hex.replace(/.{4}/g, (code) => letters.get(Number.parseInt(code, 16)) ?? '');
}
