import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { dateText, localDayOf } from '#rules/time/local-time.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { noteShown } from '../../platform/audit/note-shown.ts';
import { answerPdf } from '../../platform/exports/answer-pdf.ts';
import type { Figures } from '../../platform/exports/write-pdf.ts';
import { hasRight } from '../../platform/reads/require-right.ts';
import { dateLocaleFor, spanText } from '../../platform/reads/time-words.ts';
import { findReceipt, issueReceipts, type ReceiptRow } from './receipts.store.ts';
import type { Seller } from './seller.ts';

const zone = 'Asia/Singapore';

/**
 * `GET /api/marketplace/payments/:id/receipt.pdf`: the numbered receipt of money that came in, for its learner, admins and superusers; 404 for
 * others, and for a payment that brought none. Numbers follow each other without a gap and never change.
 */
export function receiptRoute(engine: Engine, seller: Seller): Route<Buffer> {
  return {
    method: 'GET',
    path: '/api/marketplace/payments/:id/receipt.pdf',
    isTakenAway: true,
    async handle({ auth, ip, params, reply }) {
      if (!auth) throw unauthorized();
      const id = params.id ?? '';
      // A moment after the payment its number may not have been given yet.
      let row = await findReceipt(engine.db, id);
      if (!row) {
        await numberReceipts(engine);
        row = await findReceipt(engine.db, id);
      }
      if (!row || (row.learner !== auth.id && !hasRight(auth, 'payments'))) throw notFound();
      await noteShown(engine, auth, { payments: [id] });
      const language = String(auth.row.language ?? '');
      const figures = receiptFigures(row, { seller, language, isOwn: row.learner === auth.id });
      return answerPdf(
        engine,
        { auth, ip, reply },
        { figures, name: `kerbside-receipt-${row.receipt}.pdf`, madeMs: row.paidMs },
      );
    },
  };
}

/** Numbers all receipts that have none yet. */
export async function numberReceipts(engine: Engine): Promise<void> {
  const atMost = 1000;
  for (let given = atMost; given === atMost; ) given = await engine.db.transaction((tx) => issueReceipts(tx, atMost));
}

type Reader = { seller: Seller; language: string; isOwn: boolean };

function receiptFigures(row: ReceiptRow, { seller, language, isOwn }: Reader): Figures {
  const texts = exportsIn(language);
  const card = row.cardLast4 ? texts.cardEnding({ digits: row.cardLast4 }) : texts.card;
  const otherwise = row.priceCents - row.amountCents;
  const lines =
    row.lines.length > 0
      ? row.lines
      : [{ kind: '', text: texts.packageHours({ hours: row.minutes / 60 }), cents: row.priceCents }];
  return {
    title: texts.receipt,
    subtitle: row.receipt,
    facts: [
      [texts.soldBy, [seller.name, seller.uen && texts.uenOf({ uen: seller.uen })].filter(Boolean).join(', ')],
      ...(seller.address ? [[texts.addressOfSeller, seller.address] as const] : []),
      [texts.paidOn, dayWords(row.paidMs, language)],
      [texts.paidBy, [row.learnerName.trim(), row.learnerEmail].filter(Boolean).join(', ')],
      [texts.paidWith, { card, paynow: 'PayNow' }[row.method] ?? row.method],
      [texts.instructor, row.instructorName],
      ...lessonFacts(row, { language, isOwn }),
    ],
    head: [texts.what, texts.amount],
    rows: [
      ...lines.map(({ text, cents }) => [text, formatCents(cents)]),
      ...(otherwise > 0 ? [[texts.paidOtherwise, formatCents(-otherwise)]] : []),
    ],
    sums: [
      [texts.paid, formatCents(row.amountCents)],
      ...(row.refundedCents > 0 ? [[texts.givenBack, formatCents(-row.refundedCents)] as const] : []),
    ],
    note: texts.receiptNote,
  };
}

/** When and where the lesson is. Only its learner reads where they are picked up. */
function lessonFacts(row: ReceiptRow, { language, isOwn }: Omit<Reader, 'seller'>): [string, string][] {
  const { startMs, endMs, timezone, pickup, postalCode, licenceClass } = row;
  if (startMs === null || endMs === null) return [];
  const texts = exportsIn(language);
  const when = `${spanText(startMs, endMs, { timezone, language })} ${yearOf(startMs)} (${texts.lessonMinutes({ minutes: row.minutes })})`;
  const place = [pickup, postalCode].filter(Boolean).join(', ');
  return [
    [texts.lesson, when],
    ...(licenceClass ? [[texts.licenceClass, texts.classNamed({ licenceClass })] as [string, string]] : []),
    ...(isOwn && place ? [[texts.pickUp, place] as [string, string]] : []),
  ];
}

function yearOf(instantMs: number): string {
  return dateText(localDayOf(zone, instantMs)).slice(0, 4);
}

function dayWords(instantMs: number, language: string): string {
  return new Intl.DateTimeFormat(dateLocaleFor(language), { dateStyle: 'medium', timeZone: zone }).format(instantMs);
}
