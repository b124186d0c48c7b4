import PDFDocument from 'pdfkit';

/** A page of figures: what it is, facts by name, a table whose last column is an amount, and sums below it. */
export type Figures = {
  title: string;
  subtitle: string;
  facts: readonly (readonly [name: string, value: string])[];
  head: readonly string[];
  rows: readonly (readonly string[])[];
  sums: readonly (readonly [name: string, amount: string])[];
  note: string;
};

const [left, right, bottom] = [56, 539, 760];
const ink = '#1a2420';
const soft = '#56635d';
const green = '#0f6b4a';

/** Writes figures as a PDF on A4, with page numbers; made at an instant, so that the same figures are the same file. */
export async function writePdf(figures: Figures, nowMs: number): Promise<Buffer> {
  const { title, subtitle } = figures;
  const document = new PDFDocument({
    size: 'A4',
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
  writeHead(document, figures);
  writeTable(document, figures);
  document
    .moveDown(2)
    .font('Helvetica')
    .fontSize(9)
    .fillColor(soft)
    .text(plain(figures.note), left, document.y, { width: right - left });
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    document.switchToPage(page);
    document
      .fontSize(8)
      .fillColor(soft)
      .text(`${page + 1} / ${count}`, left, 790, { width: right - left, align: 'right', lineBreak: false });
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function writeHead(document: PDFKit.PDFDocument, { title, subtitle, facts }: Figures): void {
  document.rect(left, 48, 28, 6).fill(green);
  document
    .font('Helvetica-Bold')
    .fontSize(11)
    .fillColor(ink)
    .text('Kerbside', left + 36, 45);
  document.fontSize(22).text(plain(title), left, 80);
  document.font('Helvetica').fontSize(11).fillColor(soft).text(plain(subtitle), left, 108);
  document.y = 140;
  for (const [name, value] of facts) {
    const top = document.y;
    document.fontSize(10).fillColor(soft).text(plain(name), left, top, { width: 120 });
    document.fillColor(ink).text(plain(value), left + 130, top, { width: right - left - 130 });
    document.y += 3;
  }
  document.y += 14;
}

function writeTable(document: PDFKit.PDFDocument, { head, rows, sums }: Figures): void {
  writeRow(document, head, { font: 'Helvetica-Bold', color: soft });
  for (const row of rows) writeRow(document, row, { font: 'Helvetica', color: ink });
  document.moveTo(left, document.y).lineTo(right, document.y).lineWidth(1).stroke(ink);
  document.y += 6;
  for (const [name, amount] of sums) writeRow(document, [name, amount], { font: 'Helvetica-Bold', color: ink });
}

function writeRow(
  document: PDFKit.PDFDocument,
  cells: readonly string[],
  { font, color }: { font: string; color: string },
): void {
  const amountWidth = 90;
  const others = Math.max(1, cells.length - 1);
  const width = (right - left - amountWidth) / others;
  document.font(font).fontSize(10).fillColor(color);
  const height = Math.max(...cells.map((cell) => document.heightOfString(plain(cell), { width: width - 8 })));
  if (document.y + height > bottom) {
    document.addPage();
    document.y = left;
  }
  const top = document.y;
  cells.forEach((cell, place) => {
    const isAmount = place === cells.length - 1;
    const x = isAmount ? right - amountWidth : left + place * width;
    document.text(plain(cell), x, top, {
      width: isAmount ? amountWidth : width - 8,
      align: isAmount ? 'right' : 'left',
    });
  });
  document.y = top + height + 6;
}

// The standard fonts of PDF know Western European letters only; others would come out as wrong ones.
function plain(text: string): string {
  return text
    .replaceAll('\u2212', '-')
    .replaceAll('\u00a0', ' ')
    .replace(/[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\n]/gu, '?');
}
