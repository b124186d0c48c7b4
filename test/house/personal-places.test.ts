import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { personalPlaces } from '#marketplace/trust/proving/personal-places.ts';
import { root } from '../support/list-files.ts';

/** Of collections that the database keeps without a foreign key: what a relation names stands for it. */
const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8');

const byForeignKey = schema.split(/^create table /m).flatMap((text) => {
  const [table = ''] = text.split(' ', 1);
  const body = text.slice(0, text.indexOf('\n);'));
  return [...body.matchAll(/FOREIGN KEY \("?(\w+)"?\) REFERENCES users\(/g)].map(
    ([, column]) => `${table.replaceAll('"', '')}.${column}`,
  );
});

test('[25.5] each column that leads to an account says what becomes of it when its address is proved by somebody else than who registered it', () => {
  expect(byForeignKey.length).toBeGreaterThan(30);
  expect(Object.keys(personalPlaces).sort()).toEqual([...new Set(byForeignKey)].sort());
});

test('[25.5] what ends by a relation of a collection is named as that relation is', () => {
  const relations = new Set(
    marketplaceCollections.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`)),
  );
  const tables = ['account_activity.user', 'calendar_addresses.user', 'phone_codes.user', 'recovery_codes.user'];
  const ending = Object.entries(personalPlaces).flatMap(([place, fate]) => (fate.startsWith('ends') ? [place] : []));
  expect(ending.filter((place) => !relations.has(place) && !tables.includes(place))).toEqual([]);
});
