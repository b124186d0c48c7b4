import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installCollections } from '#engine/collections/install-collections.ts';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let learner: Awaited<ReturnType<typeof makePerson>>;
const own = "@request.auth.collectionName = 'users'";
const bio = "@request.auth.bio != ''";

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
  learner = await makePerson(app);
});
afterAll(() => app.close());

const setRule = (createRule: string | null) => app.root.collections.update('lessons', { createRule });
const ruleOf = async () => (await app.root.collections.getOne('lessons')).createRule;
let hour = 9;
const book = () =>
  learner.collection('lessons').create({
    instructor: teacher.id,
    start: `2026-11-25T${String(hour++).padStart(2, '0')}:00:00+08:00`,
    durationMinutes: 60,
  });

describe('a stricter rule of an operator', () => {
  test('holds beside the product’s own, over restarts, and goes again', async () => {
    await setRule(`(${own}) && (${bio})`);
    expect((await refusalOf(book())).status).toBe(400);
    await learner.collection('users').update(learner.id, { bio: 'Eager' });
    await book();
    await learner.collection('users').update(learner.id, { bio: '' });
    await installCollections(app.app.engine, marketplaceCollections);
    expect(await ruleOf()).toBe(`(${own}) && (${bio})`);
    expect((await refusalOf(book())).status).toBe(400);
    await setRule(own);
    expect(await ruleOf()).toBe(own);
    await book();
  });

  test.each([
    ['', 'validation_rule_not_stricter'],
    [null, 'validation_rule_not_stricter'],
    [bio, 'validation_rule_not_stricter'],
    [`(${own}) || (${bio})`, 'validation_rule_not_stricter'],
    [`(${own}) && (${bio}) || (status = 'held')`, 'validation_invalid_rule'],
    [`(${own}) && (${bio}) // ) || (status = 'held')`, 'validation_invalid_rule'],
    [`(${own}) && (nothing = 1)`, 'validation_invalid_rule'],
  ])('is none that lets more in, or cannot be read: %s', async (rule, code) => {
    const refusal = await refusalOf(setRule(rule));
    expect([refusal.status, refusal.data.createRule?.code]).toEqual([400, code]);
    expect(await ruleOf()).toBe(own);
  });

  test('opens nothing that is for superusers alone', async () => {
    const refusal = await refusalOf(app.root.collections.update('lessons', { updateRule: own }));
    expect(refusal.data.updateRule?.code).toBe('validation_described_in_code');
  });

  test('comes and goes with an import, and an own export comes in as it went out', async () => {
    const exported = await app.root.collections.getFullList();
    expect(await app.root.collections.import(exported, false)).toBe(true);
    const strict = exported.map((each) =>
      each.name === 'lessons' ? { ...each, createRule: `(${own}) && (${bio})` } : each,
    );
    await app.root.collections.import(strict, true);
    expect(await ruleOf()).toBe(`(${own}) && (${bio})`);
    await app.root.collections.import(exported, true);
    expect(await ruleOf()).toBe(own);
  });
});

test('what the product needs stays as it is and says so at the field', async () => {
  const { fields, ...users } = await app.root.collections.getOne('users');
  const changeOf = async (change: object) => (await refusalOf(app.root.collections.update('users', change))).data;
  const needed = { code: 'validation_described_in_code', message: expect.any(String) };
  expect(await changeOf({ name: 'people' })).toEqual({ name: needed });
  expect(await changeOf({ fields: fields.filter(({ name }) => name !== 'phone') })).toMatchObject({ fields: needed });
  const phone = fields.findIndex(({ name }) => name === 'phone');
  const changed = fields.map((field) => (field.name === 'phone' ? { ...field, max: 999 } : field));
  expect(await changeOf({ ...users, fields: changed })).toEqual({ fields: { [phone]: { name: needed } } });
  await app.root.collections.update('users', { ...users, fields });
});
