import type { Collection } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { RequestBody } from '../http/route.ts';
import type { ResolvedBody } from './resolve-body.ts';

type Sent = {
  collection: Collection;
  body: RequestBody;
  resolved: ResolvedBody;
  original: RecordValues | null;
  allowHidden: boolean;
};

/**
 * What rules see as `@request.body`: resolved fields over whatever else was sent. JSON is as it was sent, for its text counts; hidden fields that
 * the caller may not write were not sent, and what is set by the clock stays as it is.
 */
export function bodyForRules({ collection, body, resolved, original, allowHidden }: Sent): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...body.fields, ...resolved.values };
  for (const { name, type, hidden } of collection.fields) {
    if (resolved.uploads[name]) {
      sent[name] = [...(resolved.prepended[name] ?? []), ...resolved.uploads[name]].map((file) => file.name);
    }
    if (!Object.hasOwn(sent, name)) continue;
    if (type === 'json') sent[name] = body.fields[name];
    if (type === 'autodate') sent[name] = original?.[name] ?? '';
    if (hidden && type !== 'password' && !allowHidden) delete sent[name];
  }
  return sent;
}
