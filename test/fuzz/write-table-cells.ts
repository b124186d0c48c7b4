import type { Collection, Field } from '#engine/collections/collection.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { type Client, type Role, type Row, roles, type WriteWorld } from './write-table-world.ts';

const keys = ['f', 'f+', '+f', 'f-'] as const;
const forms = [
  'json',
  'form',
  'multipart',
  '@jsonPayload',
  'batch',
  'batch multipart',
  'batch upsert',
  'import',
] as const;
type Form = (typeof forms)[number];

/** One way in which one person could try to give one field of one collection a value. */
export type Cell = {
  collection: Collection;
  field: Field;
  key: (typeof keys)[number];
  form: Form;
  role: Role;
  verb: 'create' | 'update';
};

/** What an operator added to every collection of the product: whom a collection's own rules let write, and nobody else. */
export const extraField: Field = {
  ...{ id: 'textextra', name: 'extra', type: 'text', system: false, hidden: false, presentable: false, isAdded: true },
  ...{ min: 0, max: 0, pattern: '', autogeneratePattern: '', required: false, primaryKey: false },
};

/** The whole table, made from the product's collections. */
export function allCells(): Cell[] {
  const collections = marketplaceCollections.map((own) => ({ ...own, fields: [...own.fields, extraField] }));
  return collections.flatMap((collection) =>
    collection.fields
      .filter(({ name }) => name !== 'id')
      .flatMap((field) =>
        keys.flatMap((key) =>
          forms.flatMap((form) =>
            roles.flatMap((role) =>
              (['create', 'update'] as const).map((verb) => ({ collection, field, key, form, role, verb })),
            ),
          ),
        ),
      ),
  );
}

/** Of every field, role and verb each form once and each key at least once: a quarter of the table. */
export function coveringCells(): Cell[] {
  const turns = new Map<string, number>();
  return allCells().filter(({ collection, field, key, form, role, verb }) => {
    const line = `${collection.name} ${field.name} ${role} ${verb}`;
    const turn = turns.get(line) ?? turns.size;
    turns.set(line, turn);
    return (keys.indexOf(key) + forms.indexOf(form) + turn) % keys.length === 0;
  });
}

export function nameOf({ collection, field, key, form, role, verb }: Cell): string {
  return `${role}: ${verb} ${collection.name}.${key.replace('f', field.name)} by ${form}`;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A value that no record of the world has, and no server would give. */
export function attackOn(field: Field, { clients, ids }: WriteWorld): unknown {
  switch (field.type) {
    case 'select': {
      const value = field.values.at(-1) ?? '';
      return (field.maxSelect ?? 1) > 1 ? [value] : value;
    }
    case 'relation': {
      const target = marketplaceCollections.find(({ id }) => id === field.collectionId)?.name ?? '';
      if (target === 'users') return clients['other learner'].id;
      return target === 'instructors' ? 'submittedteach0' : target === 'lessons' ? 'lessondone00000' : ids[target];
    }
    case 'number':
      return 7;
    case 'bool':
      return true;
    case 'date':
    case 'autodate':
      return '2031-02-03 04:05:06.000Z';
    case 'json':
      return { attack: 1 };
    case 'email':
      return 'attack@kerbside.example';
    case 'url':
      return 'https://attack.example.com/x';
    case 'file':
      return 'attack.png';
    default:
      if (!('pattern' in field && field.pattern)) return 'attack';
      return new RegExp(field.pattern).test('6666') ? '6666' : '2031-02-03';
  }
}

export type Answer = { status: number; text: string };

/** Tries a cell; `url` is the server's. Without the attack it says what the server gives by itself. */
export function tryCell(url: string, world: WriteWorld, cell: Cell, isAttack = true): Promise<Answer> {
  const { collection, field, key, form, role, verb } = cell;
  const client = world.clients[role];
  const attack = isAttack ? { [key.replace('f', field.name)]: attackOn(field, world) } : {};
  const base = verb === 'create' ? world.body(collection.name, role) : {};
  const body = { ...base, ...attack };
  const records = `/api/collections/${collection.name}/records`;
  const path = verb === 'create' ? records : `${records}/${world.ids[collection.name]}`;
  const method = verb === 'create' ? 'POST' : 'PATCH';
  const send = (to: string, init: RequestInit) => ask(client, url + to, init);
  const isFile = field.type === 'file';
  if (form === 'json') return send(path, { method, ...inJson(body) });
  if (form === 'form') return send(path, { method, body: new URLSearchParams(pairsOf(body)) });
  if (form === 'multipart') return send(path, { method, body: partsOf(base, attack, isFile) });
  if (form === '@jsonPayload')
    return send(path, {
      method,
      body: partsOf({ '@jsonPayload': JSON.stringify(isFile ? base : body) }, isFile ? attack : {}, isFile),
    });
  if (form === 'import') {
    const changed = { ...collection, createRule: '', updateRule: '', fields: collection.fields.map(opened) };
    return send('/api/collections/import', { method: 'PUT', ...inJson({ collections: [changed] }) });
  }
  const upsert = {
    method: 'PUT',
    url: records,
    body: verb === 'create' ? body : { id: world.ids[collection.name], ...body },
  };
  if (form === 'batch multipart') {
    const requests = [{ method, url: path, body: isFile ? base : body }];
    const files = Object.fromEntries(Object.entries(attack).map(([name, value]) => [`requests.0.${name}`, value]));
    const parts = partsOf({ '@jsonPayload': JSON.stringify({ requests }) }, isFile ? files : {}, isFile);
    return send('/api/batch', { method: 'POST', body: parts });
  }
  const call = form === 'batch upsert' ? upsert : { method, url: path, body };
  return send('/api/batch', { method: 'POST', ...inJson({ requests: [call] }) });
}

function opened({ decided: _decided, seenBy: _seenBy, ...field }: Field): object {
  return field;
}

async function ask(client: Client, url: string, init: RequestInit): Promise<Answer> {
  const headers = { ...init.headers, authorization: client.authStore.token };
  const answer = await fetch(url, { ...init, headers });
  return { status: answer.status, text: await answer.text() };
}

const inJson = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

function pairsOf(body: Row): [string, string][] {
  return Object.entries(body).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string')
      ? value.map((item): [string, string] => [name, item])
      : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
  );
}

function partsOf(base: Row, attack: Row, isFile: boolean): FormData {
  const parts = new FormData();
  for (const [name, value] of pairsOf(isFile ? base : { ...base, ...attack })) parts.append(name, value);
  if (isFile)
    for (const name of Object.keys(attack)) parts.append(name, new Blob([png], { type: 'image/png' }), 'attack.png');
  return parts;
}
