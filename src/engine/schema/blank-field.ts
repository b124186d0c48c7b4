import type { Field, FieldType } from '../collections/collection.ts';

type Settings = Record<string, unknown>;
type Blanks = {
  [T in FieldType]: Omit<Extract<Field, { type: T }>, 'id' | 'name' | 'type' | 'system' | 'hidden' | 'presentable'>;
};

const blanks: Blanks = {
  text: { help: '', min: 0, max: 0, pattern: '', autogeneratePattern: '', required: false, primaryKey: false },
  number: { help: '', min: null, max: null, onlyInt: false, required: false },
  bool: { help: '', required: false },
  email: { help: '', onlyDomains: null, exceptDomains: null, required: false },
  url: { help: '', onlyDomains: null, exceptDomains: null, required: false },
  editor: { help: '', maxSize: 0, convertURLs: false, required: false },
  date: { help: '', min: '', max: '', required: false },
  autodate: { onCreate: false, onUpdate: false },
  select: { help: '', values: [], maxSelect: 0, required: false },
  relation: { help: '', collectionId: '', cascadeDelete: false, minSelect: 0, maxSelect: 0, required: false },
  file: { help: '', maxSize: 0, maxSelect: 0, mimeTypes: null, thumbs: null, protected: false, required: false },
  json: { help: '', maxSize: 0, required: false },
  geoPoint: { help: '', required: false },
  password: { help: '', min: 0, max: 0, pattern: '', cost: 0, required: false },
};

/** All settings of a field type with the values that stand when a client leaves them out (wire contract, section 10). */
export function blankField(type: FieldType): Settings {
  return { id: '', name: '', type, system: false, hidden: false, presentable: false, ...blanks[type] };
}

/** True for the name of one of the fourteen field types. */
export function isFieldType(text: unknown): text is FieldType {
  return typeof text === 'string' && Object.hasOwn(blanks, text);
}
