import { type Collection, type Field, isMultiple } from '../collections/collection.ts';

const head = `// Types of all collections, made by the server: GET /api/types.ts. Do not edit; fetch it again when collections change.

/** \`2026-01-02 03:04:05.678Z\`, or \`''\` for none. */
export type DateText = string;
/** The id of a record. */
export type RecordId = string;
/** The name of a stored file. */
export type FileName = string;
/** HTML. */
export type Html = string;
export type GeoPoint = { lon: number; lat: number };
/** What a JSON field holds, unless you say more. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
`;

/**
 * TypeScript for a client of these collections: per collection the record as it is answered, what a new one and a change may say, and what can be
 * expanded; at the end a client that knows them all. Valid under \`strict\`, and without any import but of types.
 */
export function writeTypes(collections: readonly Collection[]): string {
  const named = nameTypes(collections);
  const parts = [head, ...named.map((item) => writeCollection(item, named)), writeIndex(named)];
  return `${parts.join('\n')}\n`;
}

type Named = { collection: Collection; typeName: string };

/** Names of types are those of collections in Pascal case; of two that fall together the later ones are numbered. */
function nameTypes(collections: readonly Collection[]): Named[] {
  const taken = new Set<string>();
  return collections.map((collection) => {
    const base = pascalCase(collection.name);
    let typeName = base;
    for (let count = 2; taken.has(typeName); count++) typeName = `${base}${count}`;
    taken.add(typeName);
    return { collection, typeName };
  });
}

function pascalCase(name: string): string {
  const words = name.split('_').filter((word) => word !== '');
  const text = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(text) ? text : `C${text}`;
}

function writeCollection({ collection, typeName }: Named, all: readonly Named[]): string {
  const shown = collection.fields.filter((field) => !field.hidden && field.type !== 'password');
  const rows = shown.map(
    (field) => `${member(field.name)}${isAlwaysShown(collection, field) ? '' : '?'}: ${answered(field)};`,
  );
  const record = [
    `/** A record of \`${collection.name}\`. */`,
    `export type ${typeName}Record = {`,
    ...[...rows, 'collectionId: string;', `collectionName: ${quote(collection.name)};`].map(indented),
    '};',
    `/** What a record of \`${collection.name}\` can be expanded by. */`,
    ...writeExpand({ collection, typeName }, all),
  ];
  if (collection.type === 'view') return `${record.join('\n')}\n`;
  return `${[...record, ...writeInputs({ collection, typeName })].join('\n')}\n`;
}

// An address is answered to those who may see it only.
function isAlwaysShown({ type }: Collection, { name }: Field): boolean {
  return !(type === 'auth' && name === 'email');
}

function writeExpand({ collection, typeName }: Named, all: readonly Named[]): string[] {
  const rows = collection.fields.flatMap((field) => {
    if (field.type !== 'relation' || field.hidden) return [];
    const target = all.find((other) => other.collection.id === field.collectionId);
    if (!target) return [];
    return [`${member(field.name)}?: ${target.typeName}Record${isMultiple(field) ? '[]' : ''};`];
  });
  for (const other of all) {
    for (const field of other.collection.fields) {
      if (field.type !== 'relation' || field.hidden || field.collectionId !== collection.id) continue;
      const name = `${other.collection.name}_via_${field.name}`;
      rows.push(`${member(name)}?: ${other.typeName}Record | ${other.typeName}Record[];`);
    }
  }
  return [`export type ${typeName}Expand = {`, ...rows.map(indented), '};'];
}

function writeInputs({ collection, typeName }: Named): string[] {
  const isAuth = collection.type === 'auth';
  const given = collection.fields.filter(({ type }) => type !== 'autodate');
  const create = given.flatMap((field) => {
    if (isAuth && field.name === 'tokenKey') return [];
    const isNeeded = isRequired(field) || (isAuth && field.name === 'password');
    return [`${member(field.name)}${isNeeded ? '' : '?'}: ${sent(field)};`];
  });
  const change = given.flatMap((field) => {
    if (field.name === 'id' || (isAuth && field.name === 'tokenKey')) return [];
    return [`${member(field.name)}?: ${sent(field)};`, ...modifiers(field)];
  });
  return [
    `/** What a new record of \`${collection.name}\` may say. */`,
    `export type ${typeName}Create = {`,
    ...[...create, ...(isAuth ? ['passwordConfirm: string;'] : [])].map(indented),
    '};',
    `/** What a change of a record of \`${collection.name}\` may say. */`,
    `export type ${typeName}Update = {`,
    ...[...change, ...(isAuth ? ['passwordConfirm?: string;', 'oldPassword?: string;'] : [])].map(indented),
    '};',
  ];
}

function isRequired(field: Field): boolean {
  if (field.name === 'id' || field.type === 'autodate') return false;
  // A required text that the server makes up may be left out.
  if (field.type === 'text' && field.autogeneratePattern !== '') return false;
  return field.required && field.type !== 'bool';
}

function modifiers(field: Field): string[] {
  if (field.type === 'number') return [`${quote(`${field.name}+`)}?: number;`, `${quote(`${field.name}-`)}?: number;`];
  if (!isMultiple(field)) return [];
  const one = field.type === 'file' ? 'Blob' : field.type === 'select' ? unionOf(field.values) : 'RecordId';
  const less = field.type === 'file' ? 'FileName' : one;
  const many = (type: string) => `${type} | ${listOf(type)}`;
  return [
    `${quote(`${field.name}+`)}?: ${many(one)};`,
    `${quote(`+${field.name}`)}?: ${many(one)};`,
    `${quote(`${field.name}-`)}?: ${many(less)};`,
  ];
}

function answered(field: Field): string {
  switch (field.type) {
    case 'number':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'json':
      return 'Json';
    case 'geoPoint':
      return 'GeoPoint';
    case 'date':
    case 'autodate':
      return 'DateText';
    case 'editor':
      return 'Html';
    case 'relation':
      return counted(field, 'RecordId');
    case 'file':
      return counted(field, 'FileName');
    case 'select':
      return isMultiple(field)
        ? listOf(unionOf(field.values))
        : unionOf(field.required ? field.values : ['', ...field.values]);
    default:
      return 'string';
  }
}

function sent(field: Field): string {
  if (field.type === 'file') return isMultiple(field) ? '(Blob | FileName)[] | null' : 'Blob | FileName | null';
  if (field.type === 'date') return 'DateText | Date';
  return answered(field);
}

function counted(field: Field, type: string): string {
  return isMultiple(field) ? listOf(type) : type;
}

function listOf(type: string): string {
  return type.includes('|') ? `(${type})[]` : `${type}[]`;
}

function unionOf(values: readonly string[]): string {
  const distinct = [...new Set(values)];
  return distinct.length > 0 ? distinct.map(quote).join(' | ') : 'string';
}

function writeIndex(named: readonly Named[]): string {
  const map = (name: string, suffix: string, items: readonly Named[]) => [
    `export type ${name} = {`,
    ...items.map(({ collection, typeName }) => indented(`${member(collection.name)}: ${typeName}${suffix};`)),
    '};',
  ];
  const written = named.filter(({ collection }) => collection.type !== 'view');
  return [
    '/** Records by the names of their collections; likewise what expands, makes and changes them. */',
    ...map('CollectionRecords', 'Record', named),
    ...map('CollectionExpands', 'Expand', named),
    ...map('CollectionCreates', 'Create', written),
    ...map('CollectionUpdates', 'Update', written),
    '/** A record as a client gets it, with `expand` where it was asked for. */',
    'export type RecordOf<Name extends keyof CollectionRecords> = CollectionRecords[Name] & { expand?: CollectionExpands[Name] };',
    '/**',
    ' * The `pocketbase` client, knowing the collections: `const client = new PocketBase(url) as TypedClient<PocketBase>`, then',
    " * `client.collection('users').getOne(id)` is a `RecordOf<'users'>`. It is told the client's type, so that this file needs no package.",
    ' */',
    "export type TypedClient<Client extends { collection: (name: string) => unknown }> = Omit<Client, 'collection'> & {",
    "  collection<Name extends keyof CollectionRecords>(name: Name): TypedCollection<ReturnType<Client['collection']>, Name>;",
    '};',
    'type TypedCollection<Service, Name extends keyof CollectionRecords> = Omit<Service, keyof Calls<Name>> & Calls<Name>;',
    'type Options = { [key: string]: unknown };',
    'type Calls<Name extends keyof CollectionRecords> = {',
    '  getOne(id: RecordId, options?: Options): Promise<RecordOf<Name>>;',
    '  getFullList(options?: Options): Promise<RecordOf<Name>[]>;',
    '  getFirstListItem(filter: string, options?: Options): Promise<RecordOf<Name>>;',
    '  getList(page?: number, perPage?: number, options?: Options): Promise<Page<RecordOf<Name>>>;',
    '  create(body: BodyOf<CollectionCreates, Name>, options?: Options): Promise<RecordOf<Name>>;',
    '  update(id: RecordId, body: BodyOf<CollectionUpdates, Name>, options?: Options): Promise<RecordOf<Name>>;',
    '};',
    'type BodyOf<Bodies, Name> = (Name extends keyof Bodies ? Bodies[Name] : never) | FormData;',
    'export type Page<Item> = { page: number; perPage: number; totalItems: number; totalPages: number; items: Item[] };',
  ].join('\n');
}

function member(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quote(name);
}

function quote(text: string): string {
  return `'${text.replace(/[\\'\n\r\u2028\u2029]/g, escapeOf)}'`;
}

function escapeOf(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function indented(line: string): string {
  return `  ${line}`;
}
