import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A stretch of text in one font: the page's own, or one by the name it was registered by. */
export type Run = { text: string; font: string | undefined };

/** Fonts for what the standard ones of PDF have no letters for. */
export type Fonts = {
  /** By name; the document keeps only the letters that it draws. */
  embedded: ReadonlyMap<string, Buffer>;
  /** A text in the stretches that it is drawn in; what no font knows is a question mark. */
  runsOf: (text: string) => Run[];
};

/** What the standard fonts know: Western European letters. */
const standard = /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\n]/u;
/** Regular, as the standard fonts beside them. */
const weight = 400;

/** How many faces one document has: fifty common Chinese names need some 25. What letters people type into names must not decide what a page costs. */
const maxFaces = 32;

type Face = { name: string; file: string; ranges: [first: number, last: number][] };

let faces: Promise<Face[]> | undefined;
/** Whole faces as a PDF takes them. Unpacking one takes the server's own thread, so it is done once; there are a hundred small ones. */
const unpacked = new Map<Face, Buffer>();

/** The faces of both families: Tamil, and one that has Chinese of either writing and Latin with all its accents, cut in a hundred parts by use. */
async function readFaces(): Promise<Face[]> {
  const read = async (family: string): Promise<Face[]> => {
    const folder = import.meta.resolve(`@fontsource-variable/${family}/LICENSE`);
    const place = (path: string) => fileURLToPath(new URL(path, folder));
    const parts: Record<string, string> = JSON.parse(await readFile(place('unicode.json'), 'utf8'));
    return Object.entries(parts).map(([part, ranges]) => {
      const name = `${family}-${part.replace(/[[\]]/g, '')}`;
      return { name, file: place(`files/${name}-wght-normal.woff2`), ranges: ranges.split(',').map(rangeOf) };
    });
  };
  return (await Promise.all([read('noto-sans-tamil'), read('noto-sans-sc')])).flat();
}

function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** What of the families is needed to draw some texts; of more faces than a document may have, those with the most of its letters. */
export async function fontsFor(texts: readonly string[]): Promise<Fonts> {
  const letters = new Set([...texts.join('').normalize('NFC')].filter((letter) => !standard.test(letter)));
  const faceOf = new Map<string, Face>();
  if (letters.size > 0) {
    faces ??= readFaces();
    const known = await faces;
    for (const letter of letters) {
      const code = letter.codePointAt(0) ?? 0;
      const face = known.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last));
      if (face) faceOf.set(letter, face);
    }
  }
  const embedded = new Map<string, Buffer>();
  for (const face of mostUsed(faceOf)) embedded.set(face.name, await unpackOnce(face));
  return {
    embedded,
    runsOf: (text) =>
      splitRuns(text.normalize('NFC'), (letter) => {
        const name = faceOf.get(letter)?.name;
        return name !== undefined && embedded.has(name) ? name : undefined;
      }),
  };
}

function mostUsed(faceOf: ReadonlyMap<string, Face>): Face[] {
  const letters = new Map<Face, number>();
  for (const face of faceOf.values()) letters.set(face, (letters.get(face) ?? 0) + 1);
  const byUse = [...letters].sort(([, one], [, other]) => other - one);
  return byUse.slice(0, maxFaces).map(([face]) => face);
}

async function unpackOnce(face: Face): Promise<Buffer> {
  const known = unpacked.get(face);
  if (known) return known;
  // Most pages need no such letter, so what unpacks fonts is loaded by the first that does.
  const { default: subsetFont } = await import('subset-font');
  const codes = face.ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
  const letters = String.fromCodePoint(...codes);
  const options = { targetFormat: 'truetype', variationAxes: { wght: weight } } as const;
  const bytes = await subsetFont(await readFile(face.file), letters, options);
  unpacked.set(face, bytes);
  return bytes;
}

function splitRuns(text: string, fontOf: (letter: string) => string | undefined): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const font = fontOf(letter);
    const drawn = font !== undefined || standard.test(letter) ? letter : '?';
    const last = runs.at(-1);
    if (last?.font === font && last) last.text += drawn;
    else runs.push({ text: drawn, font });
  }
  return runs;
}
