import type { Mail } from '#engine/mail/mail-queue.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import type { LessonFacts } from '../calendar/find-lesson-facts.ts';
import { type LessonSide, lessonLink, lessonPlace } from '../calendar/write-lesson-ics.ts';
import { cancellationSentence } from './cancellation-sentence.ts';
import { spanText, zoneText } from './lesson-words.ts';

type Content = {
  subject: string;
  lead: string;
  rows: Array<[label: string, value: string]>;
  terms: string;
  link: string;
};
export type MailOptions = { publicUrl: string; nowMs: number };
export type MailWords = Pick<Mail, 'subject' | 'html' | 'text'>;

/** The mail that tells a party of a confirmed lesson: when, where, who, the price line by line and the cancellation terms. */
export function writeConfirmationMail(lesson: LessonFacts, side: LessonSide, options: MailOptions): MailWords {
  const content = contentFor(lesson, side, options);
  return { subject: content.subject, html: htmlOf(content), text: textOf(content) };
}

function contentFor(lesson: LessonFacts, side: LessonSide, { publicUrl, nowMs }: MailOptions): Content {
  const { startMs, endMs, timezone } = lesson;
  const when: [string, string] = ['When', `${spanText(startMs, endMs, timezone)} ${zoneText(startMs, timezone)}`];
  const where: [string, string] = ['Pick-up', lessonPlace(lesson)];
  const link = `${publicUrl}${lessonLink(lesson.id, side)}`;
  if (side === 'instructor') {
    return {
      subject: `New lesson: ${spanText(startMs, endMs, timezone)}, ${lesson.learnerName}`,
      lead: `${lesson.learnerName} booked and paid a lesson with you.`,
      rows: filled([
        when,
        ['Learner', lesson.learnerName],
        ['Phone', lesson.learnerPhone],
        where,
        ['Note', lesson.note],
        ['Price', formatCents(lesson.priceCents)],
      ]),
      terms:
        'Ask the learner for the four-digit start code when you are both in the car. The money is yours 72 hours after the lesson.',
      link,
    };
  }
  return {
    subject: `Confirmed: ${spanText(startMs, endMs, timezone)} with ${lesson.instructorName}`,
    lead: `Your driving lesson with ${lesson.instructorName} is confirmed and paid.`,
    rows: filled([
      when,
      ['Instructor', lesson.instructorName],
      ['Phone', lesson.instructorPhone],
      ['Car', [lesson.vehicleModel, lesson.vehiclePlate].filter(Boolean).join(', ')],
      where,
      ['Start code', lesson.startCode && `${lesson.startCode} (say it when you are in the car)`],
      ...lesson.lines.map(({ text, cents }): [string, string] => [text, formatCents(cents)]),
      ['Paid', formatCents(lesson.priceCents)],
    ]),
    terms: cancellationSentence(lesson, nowMs),
    link,
  };
}

function filled(rows: Array<[string, string]>): Array<[string, string]> {
  return rows.filter(([, value]) => value !== '');
}

function textOf({ lead, rows, terms, link }: Content): string {
  const lines = rows.map(([label, value]) => `${label}: ${value}`);
  return [lead, '', ...lines, '', terms, '', link, '', signature].join('\n');
}

const signature =
  'Kerbside, a marketplace for licensed private driving instructors. Your contract is between learner and instructor.';

function htmlOf({ subject, lead, rows, terms, link }: Content): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="text-align:left;font-weight:400;color:#4d5a54;padding:4px 16px 4px 0;vertical-align:top">${escapeHtml(label)}</th>` +
      `<td style="padding:4px 0;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#fbfaf6;color:#14211c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;font-weight:700;border-top:6px solid #14211c;padding-top:12px">Kerbside</p>
<h1 style="font-size:22px;line-height:1.25;margin:0 0 16px">${escapeHtml(lead)}</h1>
<table style="border-collapse:collapse;margin:0 0 16px">${cells.join('')}</table>
<p style="margin:0 0 16px">${escapeHtml(terms)}</p>
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="background:#0f5c46;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">Open the lesson</a></p>
<p style="margin:0;color:#4d5a54;font-size:14px">${escapeHtml(signature)}</p>
</div></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
