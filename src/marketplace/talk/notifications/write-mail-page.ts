import type { Mail } from '#engine/mail/mail-queue.ts';
import { languageIn } from '#texts/by-language/language.ts';
import { mailsIn } from '#texts/by-language/mails.ts';

/** What a mail of the product says, in its parts; all of them plain text. */
export type MailPage = {
  subject: string;
  lead: string;
  rows: ReadonlyArray<readonly [label: string, value: string]>;
  terms: string;
  button: { text: string; link: string };
  /** Why one gets this mail, and where to say that one would rather not. */
  footer?: string;
};

export type MailWords = Pick<Mail, 'subject' | 'html' | 'text'>;

/** A mail as every mail of the product looks, in HTML and as text, with its own words in a language. */
export function writeMailPage(page: MailPage, language: string): MailWords {
  return { subject: page.subject, html: htmlOf(page, language), text: textOf(page, language) };
}

function textOf({ lead, rows, terms, button, footer }: MailPage, language: string): string {
  const texts = mailsIn(language);
  const lines = rows.map(([label, value]) => `${label}: ${value}`);
  const parts = [lead, lines.join('\n'), terms, button.link, [texts.signature, footer].filter(Boolean).join('\n')];
  return parts.filter((part) => part !== '').join('\n\n');
}

function htmlOf({ subject, lead, rows, terms, button, footer }: MailPage, language: string): string {
  const texts = mailsIn(language);
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" style="text-align:left;font-weight:400;color:#4d5a54;padding:4px 16px 4px 0;vertical-align:top">${escapeHtml(label)}</th>` +
      `<td style="padding:4px 0;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`,
  );
  const table =
    cells.length > 0 ? `<table style="border-collapse:collapse;margin:0 0 16px">${cells.join('')}</table>\n` : '';
  const small = [texts.signature, footer ?? ''].filter(Boolean).map(escapeHtml).join('<br>');
  return `<!doctype html>
<html lang="${languageIn(language).tag}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#fbfaf6;color:#14211c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px">
<p style="margin:0 0 16px;font-weight:700;border-top:6px solid #14211c;padding-top:12px">Kerbside</p>
<h1 style="font-size:22px;line-height:1.25;margin:0 0 16px">${escapeHtml(lead)}</h1>
${table}<p style="margin:0 0 16px">${escapeHtml(terms)}</p>
<p style="margin:0 0 24px"><a href="${escapeHtml(button.link)}" style="background:#0f5c46;color:#ffffff;padding:12px 20px;border-radius:8px;text-decoration:none;display:inline-block">${escapeHtml(button.text)}</a></p>
<p style="margin:0;color:#4d5a54;font-size:14px">${small}</p>
</div></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
