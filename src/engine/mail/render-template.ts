import type { Collection, EmailTemplate } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { Mail } from './mail-queue.ts';

type Rendering = { template: EmailTemplate; collection: Collection; row: Row; values: Record<string, string> };

/** A collection's mail (wire contract, section 23): placeholders filled, record fields escaped, hidden ones never. */
export function renderMail(engine: Engine, rendering: Rendering): Mail {
  const { template, row, collection } = rendering;
  const { meta } = engine.settings.current();
  // The product's own accounts hear from the product; others from whoever runs their collections here.
  const from = collection.managed ? engine.sender : { name: meta.senderName, address: meta.senderAddress };
  const known = {
    APP_NAME: collection.managed ? engine.sender.name : meta.appName,
    APP_URL: engine.publicUrl,
    ...rendering.values,
  };
  const body = fill(template.body, { ...rendering, known, encode: escapeHtml });
  const name = typeof row.name === 'string' && row.name !== '' ? { name: row.name } : {};
  return {
    from,
    to: { address: String(row.email), ...name },
    subject: fill(template.subject, { ...rendering, known, encode: (value) => value }),
    html: layout(body),
    text: textOf(body),
  };
}

type Filling = Rendering & { known: Record<string, string>; encode: (value: string) => string };

function fill(text: string, { collection, row, known, encode }: Filling): string {
  return text.replace(/\{(RECORD:)?(\w+)\}/g, (whole, isField: string | undefined, name: string) => {
    if (!isField) return known[name] === undefined ? whole : encode(known[name]);
    const field = collection.fields.find((candidate) => candidate.name === name && !candidate.hidden);
    return field ? encode(String(row[name] ?? '')) : '';
  });
}

/** Text safe inside HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function layout(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>body{margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#14211c;background:#fbfaf6}main{max-width:560px;margin:auto}.btn{display:inline-block;background:#0f5c46;color:#fff;padding:12px 18px;border-radius:8px;text-decoration:none;font-weight:600}</style></head><body><main>${body}</main></body></html>`;
}

/** The plain text of a small HTML body: links keep their address. */
export function textOf(html: string): string {
  return html
    .replace(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/gi, '$2 $1')
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
