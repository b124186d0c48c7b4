import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let count = 0;

beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

const create = (settings: Record<string, unknown>) =>
  server.root.collections.create({ name: `made${count++}`, type: 'base', ...settings });
const badFormat = {
  status: 400,
  message: 'Failed to load the submitted data due to invalid formatting.',
  data: {},
};

describe('counts in the settings of fields', () => {
  const counts = [
    { type: 'text', setting: 'min' },
    { type: 'text', setting: 'max' },
    { type: 'editor', setting: 'maxSize' },
    { type: 'json', setting: 'maxSize' },
    { type: 'file', setting: 'maxSize' },
    { type: 'file', setting: 'maxSelect' },
  ];

  test.each(counts)('$setting of $type is a whole number that JSON can carry', async ({ type, setting }) => {
    const withValue = (value: unknown) => create({ fields: [{ name: 'f', type, [setting]: value }] });
    expect(await refusalOf(withValue(1.5))).toEqual(badFormat);
    expect(await refusalOf(withValue('1'))).toEqual(badFormat);
    expect((await refusalOf(withValue(2 ** 53))).data).toEqual({
      fields: {
        1: {
          [setting]: {
            code: 'validation_max_less_equal_than_required',
            message: 'Must be no greater than 9007199254740991.',
            params: { threshold: 9007199254740991 },
          },
        },
      },
    });
    expect(await withValue(2 ** 53 - 1)).toMatchObject({ fields: [{ name: 'id' }, { [setting]: 2 ** 53 - 1 }] });
  });

  test('bounds of numbers may have decimals', async () => {
    const made = await create({ fields: [{ name: 'f', type: 'number', min: 0.5, max: 1.5 }] });
    expect(made.fields[1]).toMatchObject({ min: 0.5, max: 1.5 });
  });
});

test.each([
  ['a.com', true],
  ['A1-b.Org', true],
  ['a.c', true],
  ['EXAMPLE.COM', false],
  ['a_b.com', false],
  ['münchen.de', false],
  ['localhost', false],
])('%s is a domain: %s', async (domain, isDomain) => {
  const made = create({ fields: [{ name: 'f', type: 'email', onlyDomains: [domain] }] });
  if (isDomain) expect((await made).fields[1]).toMatchObject({ onlyDomains: [domain] });
  else {
    expect((await refusalOf(made)).data).toMatchObject({
      fields: { 1: { onlyDomains: { 0: { code: 'validation_is_domain' } } } },
    });
  }
});

describe('the shape of settings', () => {
  test('options of accounts have a type also where the collection has none', async () => {
    expect(await refusalOf(create({ passwordAuth: 'x' }))).toEqual(badFormat);
    expect(await create({ passwordAuth: { enabled: true } })).not.toHaveProperty('passwordAuth');
    expect(await refusalOf(create({ updated: 5 }))).toEqual(badFormat);
  });

  test('no fields at all are the fields that every collection has', async () => {
    const made = await create({ fields: [{ name: 'f', type: 'text' }] });
    const changed = await server.root.collections.update(made.id, { fields: null });
    expect(changed.fields.map(({ name }: { name: string }) => name)).toEqual(['id']);
  });

  test('the date of creation may be set later, and only to a date', async () => {
    const { id } = await create({});
    const set = async (created: string) => (await server.root.collections.update(id, { created })).created;
    expect(await set('2020-01-02 03:04:05.006Z')).toBe('2020-01-02 03:04:05.006Z');
    expect(await set('yesterday')).toBe('2020-01-02 03:04:05.006Z');
  });

  test('a field in the place of the id leaves the collection without a key', async () => {
    const refused = await refusalOf(create({ fields: [{ id: 'text3208210256', name: 'f', type: 'text' }] }));
    expect(refused.data).toMatchObject({ fields: { code: 'validation_missing_primary_key' } });
  });
});

describe('a rule that cannot be read says why', () => {
  test.each([
    ['x', 'invalid or incomplete filter expression.'],
    ['  // nothing', 'empty filter expression.'],
    ['t x', 'expected a sign operator, got "x" (identifier).'],
    ['= t', 'expected left operand (identifier, function, text or number), got "=" (sign).'],
    ['t = =', 'expected right operand (identifier, function text or number), got "=" (sign).'],
    ['t = 1 t', 'expected && or ||, got "t" (identifier).'],
    ['t == 1', 'invalid sign operator "==".'],
    ['t = 1 & t = 2', 'invalid join operator "&".'],
    ['(t = 1', 'invalid formatted group - missing 1 closing bracket(s).'],
    ['t = 1)', "unexpected character ')'."],
    ['t = "a', 'invalid quoted text "\\"a".'],
    ['t = 1.', 'invalid number "1.".'],
    ['t. = 1', 'invalid identifier "t.".'],
    ['/ t = 1', 'invalid comment.'],
    ['missing = 1', 'invalid left operand "missing" - unknown field "missing".'],
    ['t = @missing', 'invalid right operand "@missing" - failed to resolve field "@missing".'],
    ['t.x = 1', 'invalid left operand "t.x" - field "t" is not a valid relation.'],
    ['missing.x = 1', 'invalid left operand "missing.x" - failed to resolve field "missing".'],
    ['t:most = 1', 'invalid left operand "t:most" - unknown modifier in "t:most".'],
    ['_otps_via_t.id = 1', 'invalid left operand "_otps_via_t.id" - missing back relation field "t".'],
    [
      '@collection.none.id = 1',
      'invalid left operand "@collection.none.id" - failed to load collection "none" from field path "@collection.none.id".',
    ],
    ['near(1) = 1', 'invalid left operand "near" - unknown function "near".'],
    ['geoDistance(1, 2) > 1', 'invalid left operand "geoDistance" - [geoDistance] expected 4 arguments, got 2.'],
    [
      'strftime(t) = 1',
      'invalid left operand "strftime" - [strftime] expects the first argument to be a format string.',
    ],
    ['strftime("a" "b") = 1', 'expected comma after the last argument in function "strftime".'],
    ['strftime("a', 'invalid text argument "\\"a" in function "strftime": invalid quoted text "\\"a".'],
  ])('%s', async (listRule, reason) => {
    const { data } = await refusalOf(create({ fields: [{ name: 't', type: 'text' }], listRule }));
    expect(data).toEqual({
      listRule: { code: 'validation_invalid_rule', message: `Invalid rule. Raw error: ${reason}` },
    });
  });

  test('brackets in brackets without an end are refused, not followed', async () => {
    const listRule = `${'('.repeat(5000)}id = 1${')'.repeat(5000)}`;
    expect((await refusalOf(create({ listRule }))).data).toMatchObject({
      listRule: { code: 'validation_invalid_rule' },
    });
  });

  test('a rule may be longer than a filter of a client', async () => {
    const listRule = `id = '${'a'.repeat(4000)}'`;
    const { name } = await create({ listRule });
    const list = (filter: string) => server.root.collection(name).getList(1, 1, { filter });
    expect((await list(`id = '${'a'.repeat(3000)}'`)).totalItems).toBe(0);
    expect(await refusalOf(list(listRule))).toMatchObject({ status: 400 });
  });
});
