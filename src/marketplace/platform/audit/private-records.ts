import { type Collection, type Field, findField, isMultiple } from '#engine/collections/collection.ts';
import { type Comparison, type FilterNode, type Operand, parseFilter } from '#engine/filters/parse-filter.ts';
import { forStaff } from '../rights/contacts.ts';

/** As a look at what a look at a record of a collection is told, by which of its fields, and what of it is not everybody's to see. */
export type Looked = {
  /** Name of the collection that the look is told of: parts are told of as what they belong to. Who reads a message reads its conversation. */
  of: string;
  /** The field that names the record there. */
  by: string;
  /** The platform's people have no right to see others': what they see by themselves is their own. */
  isBetweenPeople: boolean;
  fields: readonly string[];
};

type Known = readonly Collection[];

const known = new WeakMap<Collection, Looked | null>();

/**
 * What a look at a record of the collection is; undefined where nothing of it is private. Follows from the rights alone: a record is somebody's where
 * its viewRule lets nobody in but people whom it names (and staff), and a field where its own right does. What operators add is theirs.
 */
export function lookedAt(all: Known, collection: Collection): Looked | undefined {
  const found = known.get(collection);
  if (found !== undefined) return found ?? undefined;
  const looked = readLooked(all, collection) ?? null;
  known.set(collection, looked);
  return looked ?? undefined;
}

function readLooked(all: Known, collection: Collection): Looked | undefined {
  const fields = privateFields(collection).map(({ name }) => name);
  if (fields.length === 0) return undefined;
  const isBetweenPeople = !(collection.viewRule ?? '').includes('@request.auth.role');
  return { ...(wholeOf(all, collection) ?? { of: collection.name, by: 'id' }), isBetweenPeople, fields };
}

/** The fields of a collection whose values are not everybody's to see. */
export function privateFields(collection: Collection): Field[] {
  if (!collection.managed || collection.system || collection.type === 'view') return [];
  const isSomebodys = !isOpen(collection.viewRule) && isOfPeople(collection);
  return collection.fields.filter((field) => {
    if (isStamp(field)) return false;
    if (isSomebodys) return true;
    const { seenBy, wholeFor, contacts } = field;
    return (seenBy ? !isOpen(seenBy) : wholeFor !== undefined) || contacts === forStaff;
  });
}

const isStamp = ({ name, type }: Field) => name === 'id' || type === 'autodate';

const isOfPeople = ({ viewRule }: Collection) => (viewRule ?? '').includes('@request.auth.id');

/** Whether a rule may let in somebody who is signed in and whom nothing names. */
function isOpen(rule: string | null): boolean {
  return rule === '' || (rule !== null && mayHold(parseFilter(rule)));
}

// AND binds before OR: an OR begins another way in.
function mayHold(node: FilterNode): boolean {
  if (node.type === 'comparison') return !asksWho(node);
  const ways: FilterNode[][] = [];
  for (const { join, node: part } of node.parts) {
    const way = ways.at(-1);
    if (way && join === '&&') way.push(part);
    else ways.push([part]);
  }
  return ways.some((parts) => parts.every(mayHold));
}

// Being a person of the product is nothing that tells one from another.
function asksWho({ left, right }: Comparison): boolean {
  return [left, right].some((side) => {
    const text = textOf(side);
    return text.startsWith('@request.auth.') && text !== '@request.auth.collectionName';
  });
}

const textOf = (operand: Operand) => (operand.type === 'identifier' ? operand.text : '');

/**
 * What a record is a part of: the one record that its viewRule finds all of its people by, where that is somebody's, too. What has parts of its own is
 * a thing by itself.
 */
function wholeOf(all: Known, collection: Collection): { of: string; by: string } | undefined {
  const owner = ownerOf(all, collection);
  if (!owner || all.some((other) => ownerOf(all, other)?.of === collection.name)) return undefined;
  return owner;
}

function ownerOf(all: Known, collection: Collection): { of: string; by: string } | undefined {
  if (!collection.managed || collection.system || !collection.viewRule) return undefined;
  const roots = new Set(namedBy(parseFilter(collection.viewRule)).map((path) => path.split('.')[0] ?? ''));
  const [by = '', ...others] = roots;
  const field = findField(collection, by);
  if (others.length > 0 || field?.type !== 'relation' || isMultiple(field)) return undefined;
  const target = all.find(({ id }) => id === field.collectionId);
  const isThing = target && target.name !== 'users' && target.type === 'base' && !isOpen(target.viewRule);
  return isThing && isOfPeople(target) ? { of: target.name, by } : undefined;
}

/** The paths of a rule that are compared with who asks. */
function namedBy(node: FilterNode): string[] {
  if (node.type === 'group') return node.parts.flatMap((part) => namedBy(part.node));
  const sides = [textOf(node.left), textOf(node.right)];
  return sides.includes('@request.auth.id') ? sides.filter((side) => side !== '@request.auth.id') : [];
}
