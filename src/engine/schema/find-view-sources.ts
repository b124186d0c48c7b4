import type { Collection } from '../collections/collection.ts';
import { splitTopLevel } from './parse-index.ts';
import type { ViewSource } from './view-field.ts';

/**
 * Which columns of a view's query are a plain field of a collection, by the name they get. Reads `select a.b as c from x as a join …` and
 * leaves out whatever is more than that.
 */
export function findViewSources(query: string, all: readonly Collection[]): Map<string, ViewSource> {
  const sources = new Map<string, ViewSource>();
  const match = /^\s*select\s+(?:distinct\s+)?([\s\S]+?)\s+from\s+([\s\S]+)$/i.exec(query);
  if (!match) return sources;
  const [, list = '', tables = ''] = match;
  const byAlias = readTables(tables, all);
  for (const item of splitTopLevel(list)) addSource(sources, item.trim(), byAlias);
  return sources;
}

function readTables(text: string, all: readonly Collection[]): Map<string, Collection> {
  const byAlias = new Map<string, Collection>();
  const notAliases = /^(?:on|where|left|right|inner|outer|full|cross|join|group|order|limit|union|having|using)$/i;
  for (const item of `from ${text}`.matchAll(/(?:\bfrom|\bjoin|,)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)) {
    const [, table = '', alias = ''] = item;
    const collection = all.find(({ name }) => name === table);
    if (collection) byAlias.set(alias === '' || notAliases.test(alias) ? table : alias, collection);
  }
  return byAlias;
}

function addSource(sources: Map<string, ViewSource>, item: string, byAlias: Map<string, Collection>): void {
  const match = /^\(?(?:"?(\w+)"?\.)?"?(\w+)"?\)?(?:\s+(?:as\s+)?"?(\w+)"?)?$/i.exec(item);
  if (!match) return;
  const [, alias, column = '', name = column] = match;
  const only = byAlias.size === 1 ? [...byAlias.values()][0] : undefined;
  const collection = alias === undefined ? only : byAlias.get(alias);
  const field = collection?.fields.find((candidate) => candidate.name === column);
  if (collection && field) sources.set(name, { collection, field });
}
