import { type Fonts, fontsFor } from './pdf-fonts.ts';

/** A page of figures: what it is, facts by name, a table whose last column is an amount, and sums below it. */
export type Figures = {
  title: string;
  subtitle: string;
  facts: readonly (readonly [name: string, value: string])[];
  head: readonly string[];
  rows: readonly (readonly string[])[];
  sums: readonly (readonly [name: string, amount: string])[];
  note: string;
  /** Many columns: the page lies on its side, in smaller letters. */
  isWide?: boolean;
  /** How wide the columns before the amount are, beside each other; alike when not said. */
  shares?: readonly number[];
};

/** Where things stand on a page, in points. */
const upright = { left: 56, right: 539, bottom: 760, foot: 790, size: 10, amountWidth: 90 };
const sideways = { left: 40, right: 802, bottom: 520, foot: 550, size: 7, amountWidth: 60 };
const ink = '#1a2420';
const soft = '#56635d';
const green = '#0f6b4a';

/** What draws: a page, the fonts for letters that the standard ones lack, and the standard font in use. */
type Pen = { document: PDFKit.PDFDocument; fonts: Fonts; font: string; page: typeof upright };

export type PdfQuestion = { figures: Figures; nowMs: number };

/** Foreign work: names that people chose decide how many letters of which fonts are unpacked for it. */
export function work({ figures, nowMs }: PdfQuestion): Promise<Buffer> {
  return writePdf(figures, nowMs);
}

/** Writes figures as a PDF on A4, with page numbers; made at an instant, so that the same figures are the same file. */
export async function writePdf(figures: Figures, nowMs: number): Promise<Buffer> {
  const { title, subtitle } = figures;
  const page = figures.isWide ? sideways : upright;
  const { left, right } = page;
  // A PDF is rare and its library large: it is loaded with the first one.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    layout: figures.isWide ? 'landscape' : 'portrait',
    margin: left,
    bufferPages: true,
    info: {
      Title: `${title} ${subtitle}`,
      Author: 'Kerbside',
      CreationDate: new Date(nowMs),
      ModDate: new Date(nowMs),
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', () => resolve());
    document.on('error', reject);
  });
  const fonts = await fontsFor(textsOf(figures));
  for (const [name, bytes] of fonts.embedded) document.registerFont(name, bytes);
  const pen: Pen = { document, fonts, font: 'Helvetica', page };
  writeHead(pen, figures);
  writeTable(pen, figures);
  document.moveDown(2).font('Helvetica').fontSize(9).fillColor(soft);
  draw(pen, figures.note, { x: left, y: document.y, width: right - left });
  const { count } = document.bufferedPageRange();
  for (let place = 0; place < count; place++) {
    document.switchToPage(place);
    // The number stands in the margin, where a text would otherwise begin a page of its own.
    document.page.margins.bottom = 0;
    document
      .fontSize(8)
      .fillColor(soft)
      .text(`${place + 1} / ${count}`, left, page.foot, { width: right - left, align: 'right', lineBreak: false });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function textsOf({ title, subtitle, facts, head, rows, sums, note }: Figures): string[] {
  return [title, subtitle, ...facts.flat(), ...head, ...rows.flat(), ...sums.flat(), note];
}

function writeHead(pen: Pen, { title, subtitle, facts }: Figures): void {
  const {
    document,
    page: { left, right },
  } = pen;
  document.rect(left, 48, 28, 6).fill(green);
  const bold = { ...pen, font: 'Helvetica-Bold' };
  document.fontSize(11).fillColor(ink);
  draw(bold, 'Kerbside', { x: left + 36, y: 45 });
  document.fontSize(22);
  draw(bold, title, { x: left, y: 80 });
  document.fontSize(11).fillColor(soft);
  draw(pen, subtitle, { x: left, y: 108 });
  document.y = 140;
  for (const [name, value] of facts) {
    const top = document.y;
    document.fontSize(10).fillColor(soft);
    draw(pen, name, { x: left, y: top, width: 120 });
    const below = document.y;
    document.fillColor(ink);
    draw(pen, value, { x: left + 130, y: top, width: right - left - 130 });
    // The next one begins below whichever of the two took more lines.
    document.y = Math.max(below, document.y) + 3;
  }
  document.y += 14;
}

function writeTable(pen: Pen, { head, rows, sums, shares }: Figures): void {
  const {
    document,
    page: { left, right },
  } = pen;
  const bold = { ...pen, font: 'Helvetica-Bold' };
  writeRow(bold, head, { color: soft, shares });
  for (const row of rows) writeRow(pen, row, { color: ink, shares });
  document.moveTo(left, document.y).lineTo(right, document.y).lineWidth(1).stroke(ink);
  document.y += 6;
  for (const [name, amount] of sums) writeRow(bold, [name, amount], { color: ink });
}

/** Where columns stand that have a width together, by their shares of it. */
function placeColumns(shares: readonly number[], width: number): Array<{ x: number; width: number }> {
  const all = shares.reduce((sum, share) => sum + share, 0);
  let x = 0;
  return shares.map((share) => {
    const column = { x, width: (width * share) / all };
    x += column.width;
    return column;
  });
}

type RowStyle = { color: string; shares?: readonly number[] | undefined };

function writeRow(pen: Pen, cells: readonly string[], { color, shares }: RowStyle): void {
  const { document, page } = pen;
  const { left, right, bottom, size, amountWidth } = page;
  const columns = placeColumns(shares ?? cells.slice(1).map(() => 1), right - left - amountWidth);
  const widthOf = (place: number) => (columns[place]?.width ?? amountWidth) - 8;
  document.fontSize(size).fillColor(color);
  const height = Math.max(...cells.map((cell, place) => heightOf(pen, cell, widthOf(place))));
  if (document.y + height > bottom) {
    document.addPage();
    document.y = left;
  }
  const top = document.y;
  cells.forEach((cell, place) => {
    const isAmount = place === cells.length - 1;
    draw(pen, cell, {
      x: isAmount ? right - amountWidth : left + (columns[place]?.x ?? 0),
      y: top,
      width: isAmount ? amountWidth : widthOf(place),
      align: isAmount ? 'right' : 'left',
    });
  });
  document.y = top + height + 6;
}

type Place = PDFKit.Mixins.TextOptions & { x: number; y: number };

/** Draws a text, each stretch of it in a font that has its letters; the standard font is the one that is set. */
function draw({ document, fonts, font }: Pen, text: string, { x, y, ...options }: Place): void {
  const runs = fonts.runsOf(plain(text));
  runs.forEach((run, place) => {
    document.font(run.font ?? font);
    const more = { ...options, continued: place < runs.length - 1 };
    if (place === 0) document.text(run.text, x, y, more);
    else document.text(run.text, more);
  });
  document.font(font);
}

/** How high a text is at a width. Letters of other fonts are taken for the widest, so that no line is missed. */
function heightOf({ document, fonts, font }: Pen, text: string, width: number): number {
  const runs = fonts.runsOf(plain(text));
  const wide = runs.map((run) => (run.font === undefined ? run.text : 'W'.repeat([...run.text].length))).join('');
  const isMixed = runs.some((run) => run.font !== undefined);
  return document.font(font).heightOfString(wide, { width }) + (isMixed ? 4 : 0);
}

function plain(text: string): string {
  return text.replaceAll('\u2212', '-').replaceAll('\u00a0', ' ');
}
