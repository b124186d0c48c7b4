import type { RuleName, StrictRule } from './strict-rules.ts';

/** Options that every field has. `id` is the field's stable id (type plus crc32 of the name unless given). */
export type FieldBase = {
  id: string;
  name: string;
  system: boolean;
  hidden: boolean;
  presentable: boolean;
  help?: string;
  /** Ours, not on the wire. */
  decided?: Decided;
  /**
   * Ours, not on the wire: a rule about the record that says who is shown the value. Only whom the request alone lets in (staff, say) may also
   * filter and sort by it. Superusers always may.
   */
  seenBy?: Rule;
  /**
   * Ours, not on the wire, with `comparedAsShown`: a rule that says who is shown the value as it is stored. Everybody else who sees the record is shown
   * less of it (`present` of the hooks), which no filter can ask for.
   */
  wholeFor?: Rule;
  /** With `seenBy` or `wholeFor`, of a single value: everybody may filter and sort by it, and it counts as empty where they aren't shown it whole. */
  comparedAsShown?: true;
  /** Ours, not on the wire: what becomes of contact details in a text that people write, or why nothing does. The product says it of each text. */
  contacts?: string;
  /** Of a relation: no two records have the same one, as a unique index holds. */
  onePerTarget?: true;
  /** Ours, not on the wire: an operator added it to a collection that is described in code. */
  isAdded?: true;
};

/**
 * A value that is not everybody's to give: whoever `by` doesn't let in may only leave it as it is (in a new record: as `usual`, or blank).
 * Superusers and the server itself always may. What is compared is the record that would be written, so the spelling of a body is no way in.
 */
export type Decided = {
  by: Rule;
  /** What a new record has anyway. */
  usual?: unknown;
  /** Of a relation: a new record that says nothing belongs to the account that makes it. */
  isCaller?: true;
  /** Whoever makes the record says it; what is decided are later changes. */
  onlyLater?: true;
  /** `by` decides it of a new record. Later nobody does. */
  isFinal?: true;
  /** What others send in a new record is passed over without a word, for the server fills it in. A change is refused. */
  isPassedOver?: true;
  /** Of the refusal: `not_allowed` unless said. */
  code?: string;
  message?: string;
};

export type TextField = FieldBase & {
  type: 'text';
  min: number;
  max: number;
  pattern: string;
  autogeneratePattern: string;
  required: boolean;
  primaryKey: boolean;
};
export type NumberField = FieldBase & {
  type: 'number';
  min: number | null;
  max: number | null;
  onlyInt: boolean;
  required: boolean;
};
export type BoolField = FieldBase & { type: 'bool'; required: boolean };
export type EmailField = FieldBase & {
  type: 'email';
  onlyDomains: string[] | null;
  exceptDomains: string[] | null;
  required: boolean;
};
export type UrlField = FieldBase & {
  type: 'url';
  onlyDomains: string[] | null;
  exceptDomains: string[] | null;
  required: boolean;
};
export type EditorField = FieldBase & { type: 'editor'; maxSize: number; convertURLs: boolean; required: boolean };
export type DateField = FieldBase & { type: 'date'; min: string; max: string; required: boolean };
export type AutodateField = FieldBase & { type: 'autodate'; onCreate: boolean; onUpdate: boolean };
export type SelectField = FieldBase & { type: 'select'; values: string[]; maxSelect: number; required: boolean };
export type RelationField = FieldBase & {
  type: 'relation';
  collectionId: string;
  cascadeDelete: boolean;
  minSelect: number;
  maxSelect: number;
  required: boolean;
};
export type FileField = FieldBase & {
  type: 'file';
  maxSize: number;
  maxSelect: number;
  mimeTypes: string[] | null;
  thumbs: string[] | null;
  protected: boolean;
  required: boolean;
};
export type JsonField = FieldBase & { type: 'json'; maxSize: number; required: boolean };
export type GeoPointField = FieldBase & { type: 'geoPoint'; required: boolean };
export type PasswordField = FieldBase & {
  type: 'password';
  min: number;
  max: number;
  pattern: string;
  cost: number;
  required: boolean;
};

export type Field =
  | TextField
  | NumberField
  | BoolField
  | EmailField
  | UrlField
  | EditorField
  | DateField
  | AutodateField
  | SelectField
  | RelationField
  | FileField
  | JsonField
  | GeoPointField
  | PasswordField;

export type FieldType = Field['type'];

/** A filter expression, `''` for everyone, or null for superusers only (wire contract, section 4). */
export type Rule = string | null;

export type EmailTemplate = { subject: string; body: string };
export type TokenOptions = { duration: number; secret: string };

/** What auth collections have besides records (wire contract, section 13). Durations in seconds. */
export type AuthOptions = {
  authRule: Rule;
  manageRule: Rule;
  authAlert: { enabled: boolean; emailTemplate: EmailTemplate };
  oauth2: {
    enabled: boolean;
    providers: Array<Record<string, unknown> & { name: string }>;
    mappedFields: { id: string; name: string; username: string; avatarURL: string };
  };
  passwordAuth: { enabled: boolean; identityFields: string[] };
  mfa: { enabled: boolean; duration: number; rule: string };
  otp: {
    enabled: boolean;
    duration: number;
    length: number;
    emailTemplate: EmailTemplate;
    /** Ours, not on the wire: a verified code for an unknown address makes the account. */
    createsAccount: boolean;
  };
  authToken: TokenOptions;
  passwordResetToken: TokenOptions;
  emailChangeToken: TokenOptions;
  verificationToken: TokenOptions;
  fileToken: TokenOptions;
  verificationTemplate: EmailTemplate;
  resetPasswordTemplate: EmailTemplate;
  confirmEmailChangeTemplate: EmailTemplate;
};

/** Options that an operator may change also where the rest of a collection is described in code. */
export const operatorOptions = [
  'authAlert',
  'oauth2',
  'passwordAuth',
  'mfa',
  'otp',
  'authToken',
  'passwordResetToken',
  'emailChangeToken',
  'verificationToken',
  'fileToken',
  'verificationTemplate',
  'resetPasswordTemplate',
  'confirmEmailChangeTemplate',
] as const satisfies ReadonlyArray<keyof AuthOptions>;

/**
 * A collection as data: what records it holds, who may do what with them. Its table has the collection's name; each field is a
 * column of the field's name (`columnOf`):
 * text, email, url, editor, single select, relation and file, password -> `text not null default ''`; number -> a numeric type
 * `not null default 0`; bool -> `boolean not null default false`; date, autodate -> `timestamptz` (null is the wire's `""`);
 * multi select, relation and file -> `jsonb not null default '[]'` (array of text); json -> `jsonb` (null is the wire's null);
 * geoPoint -> `jsonb not null default '{"lon":0,"lat":0}'`. Every table also has `_seq bigint generated always as identity`, the
 * order of insertion, which is the order of unsorted lists.
 */
export type Collection = {
  id: string;
  name: string;
  type: 'base' | 'auth' | 'view';
  system: boolean;
  /** True for collections described in code: their table comes from a migration, and the collections API may change their options only. */
  managed: boolean;
  /** Of a managed collection: the options that an operator changed. They hold over what the code says. */
  changedOptions?: Array<(typeof operatorOptions)[number]>;
  /** Of a managed collection: what an operator asks besides its rules; the rules themselves have it already. */
  strictRules?: Partial<Record<RuleName, StrictRule>>;
  /** Of a managed collection: which of its indexes an operator added. Those in code are made by migrations. */
  addedIndexes?: string[];
  fields: Field[];
  /** CREATE INDEX texts as given by the client; the database has their translation. */
  indexes: string[];
  listRule: Rule;
  viewRule: Rule;
  createRule: Rule;
  updateRule: Rule;
  deleteRule: Rule;
  viewQuery: string;
  /** Present on auth collections only. */
  auth: AuthOptions | null;
  /**
   * Ours: a client-chosen id makes a create repeatable (docs/api.md). The table then has the columns
   * `_author text not null default ''` and `_request_hash text not null default ''`.
   */
  repeatable: boolean;
  /**
   * Ours: file fields whose images are written again before they are stored, upright and without metadata, and where anybody may read them under a name made
   * of the field's; images that cannot be are refused.
   */
  cleanImages?: string[];
  /** Ours: says by what an account is signed in to; whoever looks through somebody's account sees none of it, as with the system's own. */
  isKeptFromLookers?: true;
  /** Ours, of accounts: who manages them makes one without a password, which is its owner's to choose. */
  passwordsAreOwners?: true;
  /** Wire dates. */
  created: string;
  updated: string;
};

/** True when the field holds items, be it one at most: what `:each` and `:length` count. */
export function holdsItems(field: Field): field is Extract<Field, { type: 'select' | 'relation' | 'file' }> {
  return field.type === 'select' || field.type === 'relation' || field.type === 'file';
}

/** True when the field holds several values (a jsonb array column). */
export function isMultiple(field: Field): boolean {
  return holdsItems(field) && field.maxSelect > 1;
}

/**
 * The name of a field's column. What an operator added to a table of the product's has a colon in it: no statement of the product's can mean it by
 * accident, in this version or a later one, whatever its field is called.
 */
export function columnOf({ name, isAdded }: Pick<Field, 'name' | 'isAdded'>): string {
  return isAdded ? `${addedPrefix}${name}` : name;
}

/** What the names of columns and indexes begin with that an operator added to the product's own tables. */
export const addedPrefix = 'added:';

/** The field of that name, or undefined. */
export function findField(collection: Collection, name: string): Field | undefined {
  return collection.fields.find((field) => field.name === name);
}
