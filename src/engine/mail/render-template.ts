import type { Collection, EmailTemplate, Field } from '../collections/collection.ts';
import { recordFromRow } from '../collections/record-row.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { htmlToText } from './html-to-text.ts';
import type { Mail } from './mail-queue.ts';

type Rendering = {
  template: EmailTemplate;
  collection: Collection;
  row: Row;
  values: Record<string, string>;
  /** See `Mail`. */
  kind: Mail['kind'];
};

/** A collection's mail (wire contract, section 23): placeholders filled, record fields escaped, hidden ones never. */
export function renderMail(engine: Engine, rendering: Rendering): Mail {
  const { row, collection, values, kind } = rendering;
  const { meta } = engine.settings.current();
  // The product's own accounts hear from the product; others from whoever runs their collections here.
  const isOurs = collection.managed && !collection.system;
  const template = isOurs ? engine.wordMail(rendering.template, row) : rendering.template;
  const from = isOurs ? engine.sender : { name: meta.senderName, address: meta.senderAddress };
  const known = {
    APP_NAME: isOurs ? engine.sender.name : meta.appName,
    APP_URL: isOurs ? engine.publicUrl : meta.appURL,
    ...values,
  };
  const body = fill(template.body, { ...rendering, known, encode: escapeHtml });
  const name = typeof row.name === 'string' && row.name !== '' ? { name: row.name } : {};
  return {
    from,
    to: { address: String(row.email), ...name },
    kind,
    subject: fill(template.subject, { ...rendering, known, encode: (value) => value }),
    html: layout(body),
    text: htmlToText(body),
    isSecret: 'TOKEN' in values || 'OTP' in values,
  };
}

type Filling = Omit<Rendering, 'kind'> & { known: Record<string, string>; encode: (value: string) => string };

// What has no value here stays as it is written.
function fill(text: string, { collection, row, known, encode }: Filling): string {
  const record = recordFromRow(collection, row);
  const fields = new Map(collection.fields.filter(({ hidden }) => !hidden).map((field) => [field.name, field]));
  return text.replace(/\{(RECORD:)?(\w+)\}/g, (whole, isField: string | undefined, name: string) => {
    if (!isField) return known[name] === undefined ? whole : encode(known[name]);
    const field = fields.get(name);
    return field ? encode(textOf(field, record[name])) : whole;
  });
}

// As the reference writes values: objects as JSON that is safe inside HTML, lists not at all.
function textOf({ type }: Field, value: unknown): string {
  if (value === undefined || value === null || Array.isArray(value)) return '';
  if (typeof value !== 'object') return String(value);
  const order = type === 'geoPoint' ? ['lon', 'lat'] : undefined;
  return JSON.stringify(value, order).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

/** Text safe inside HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');
}

function layout(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>body{margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#14211c;background:#fbfaf6}main{max-width:560px;margin:auto}.btn{display:inline-block;background:#0f5c46;color:#fff;padding:12px 18px;border-radius:8px;text-decoration:none;font-weight:600}</style></head><body><main>${body}</main></body></html>`;
}
