import { writeAsOne } from '../batch/write-as-one.ts';
import { type Field, type FileField, findField } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { castValue } from '../fields/cast-value.ts';
import { validateValue } from '../fields/validate-value.ts';
import { sniffType } from '../files/sniff-type.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { ApiError, badRequest } from '../http/api-error.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { RequestBody } from '../http/route.ts';
import type { OutsideAnswer } from '../oauth2/ask-provider.ts';
import { fetchAvatar } from '../oauth2/fetch-avatar.ts';
import { tokenAlphabet } from '../random.ts';
import { checkUpload } from '../records/check-upload.ts';
import { createRecord } from '../records/create-record.ts';
import { findRow, lockRow } from '../records/record-store.ts';
import { ChangedMeanwhile, updateRecord } from '../records/update-record.ts';
import type { AuthCollection } from './auth-context.ts';
import { deleteLinks, findLinkedRecord } from './external-auths.store.ts';
import { findAccount, findByEmail, isSameAddress } from './find-account.ts';
import { proveInside } from './prove-address.ts';
import { hasSession } from './sessions.store.ts';

export type Entry = {
  collection: AuthCollection;
  provider: string;
  answer: OutsideAnswer;
  /** What a new account is to have besides. */
  createData: Record<string, unknown>;
  request: RuleRequest;
};

const maxAttempts = 5;

/**
 * Makes an outside user's account, or takes the known one over for them, and links the two, all or nothing. An account whose address was
 * never shown to be its owner's loses its password and its other links: whoever made it in advance must not share it.
 */
export async function enterOutsideUser(engine: Engine, entry: Entry): Promise<{ row: Row; isNew: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const known = await findKnown(engine, entry);
    const entering = known ? { id: String(known.row.id) } : { body: await newAccount(engine, entry) };
    try {
      return { row: await writeAsOne(engine, (inside) => enter(inside, entry, entering)), isNew: !known };
    } catch (error) {
      if (error instanceof ChangedMeanwhile && attempt < maxAttempts) continue;
      if (error instanceof ApiError) throw error;
      throw new ApiError(400, 'Failed to authenticate.', {}, { cause: error });
    }
  }
}

async function enter(engine: Engine, entry: Entry, entering: { id: string } | { body: RequestBody }): Promise<Row> {
  const { collection, request, answer, provider } = entry;
  const row =
    'body' in entering
      ? await create(engine, entry, entering.body)
      : await takeOver(engine, entry, await lockKnown(engine, entry, entering.id));
  const id = String(row.id);
  const link = { collection: collection.id, provider, providerId: answer.user.id };
  if ((await findLinkedRecord(engine.db, link)) !== id) {
    const fields = { collectionRef: collection.id, recordRef: id, provider, providerId: answer.user.id };
    const links = engine.collections.get('_externalAuths');
    await createRecord(engine, {
      collection: links,
      body: { fields, files: {} },
      request: { ...request },
      system: true,
    });
  }
  return (await findRow(engine.db, collection, id)) ?? row;
}

async function create(engine: Engine, { collection, request, answer }: Entry, body: RequestBody): Promise<Row> {
  const row = await createRecord(engine, { collection, body, request: { ...request } });
  if (row.verified === true || !isSameAddress(row.email, answer.user.email)) return row;
  return change(engine, { collection, request, id: String(row.id), fields: { verified: true } });
}

/** An account, and whether it is the asker's own. */
type Known = { row: Row; isSelf: boolean };

/** The account that an outside user belongs to: linked, signed in, or of the same address. */
async function findKnown(engine: Engine, { collection, provider, answer, request }: Entry): Promise<Known | undefined> {
  const { id, email } = answer.user;
  const linked = await findLinkedRecord(engine.db, { collection: collection.id, provider, providerId: id });
  const self = await findSelf(engine, collection, request.auth);
  if (linked === undefined && self) return { row: self, isSelf: true };
  const row = await (linked === undefined
    ? findByEmail(engine, collection, email)
    : findRow(engine.db, collection, linked));
  return row && { row, isSelf: row.id === self?.id };
}

/** The account of who is signed in, as it is now: what is remembered of a token may be over. */
async function findSelf(engine: Engine, collection: AuthCollection, auth: AuthRecord | null): Promise<Row | undefined> {
  // An outside account of somebody's choice must not become the second factor of who has shown only one: they are asked as guests are.
  if (auth?.collectionId !== collection.id || auth.isLimited) return undefined;
  const { id, sessionId } = auth;
  const row = await findRow(engine.db, collection, id);
  if (row?.tokenKey !== auth.row.tokenKey) return undefined;
  const session = { id: sessionId, collectionRef: collection.id, recordRef: id };
  return sessionId === '' || (await hasSession(engine.db, session)) ? row : undefined;
}

/**
 * The known account, held until the transaction ends. Its owner may have proved the address meanwhile and ended the link or the session that led here. So it is
 * looked for once more.
 */
async function lockKnown(engine: Engine, entry: Entry, id: string): Promise<Known> {
  await lockRow(engine.db, entry.collection, id);
  const known = await findKnown(engine, entry);
  if (known?.row.id !== id) throw new ChangedMeanwhile();
  return known;
}

async function takeOver(engine: Engine, { collection, request, answer }: Entry, known: Known): Promise<Row> {
  const { row, isSelf } = known;
  const { email } = answer.user;
  const fields = row.email === '' && email !== '' ? { email } : {};
  const address = fields.email ?? row.email;
  if (row.verified !== true && (address === '' || isSameAddress(address, email))) {
    await deleteLinks(engine.db, collection.id, String(row.id));
    const proof = { isMaker: isSelf, endsPassword: !isSelf, fields };
    return proveInside(engine, { collection, row, request: { ...request }, ...proof });
  }
  // Of an account with another address nothing changes: a new key would end the links that were mailed to that address.
  if (Object.keys(fields).length === 0) return row;
  return change(engine, { collection, request, id: String(row.id), fields });
}

type Change = { collection: AuthCollection; request: RuleRequest; id: string; fields: Record<string, unknown> };

function change(engine: Engine, { collection, request, id, fields }: Change): Promise<Row> {
  return updateRecord(engine, { collection, id, body: { fields, files: {} }, request: { ...request }, system: true });
}

const noAddress = {
  email: {
    code: 'validation_required',
    message:
      'The provider does not say that an address is yours. If you have an account, sign in to it another way and add the provider there.',
  },
};

function refuseIfNeeded(address: Field | undefined): void {
  if (address?.type === 'email' && address.required) throw badRequest('Failed to authenticate.', noAddress);
}

const notVouched = {
  email: { code: 'not_vouched', message: 'The provider does not say that this address is yours. Leave it out.' },
};

// An account of somebody else's address would be in its owner's way.
function refuseOtherAddress(wanted: unknown, vouched: string): void {
  const isNamed = wanted !== undefined && wanted !== null && wanted !== '';
  if (isNamed && !isSameAddress(wanted, vouched)) throw badRequest('Failed to authenticate.', notVouched);
}

/** What a new account is made of: what the asker sent, then what the provider said. The picture is fetched before any transaction. */
async function newAccount(engine: Engine, { collection, answer, createData }: Entry): Promise<RequestBody> {
  if (collection.name === '_superusers') throw badRequest('Failed to authenticate.');
  const { user } = answer;
  const { mappedFields } = collection.auth.oauth2;
  const password = engine.random.text(40, tokenAlphabet);
  refuseOtherAddress(createData.email, user.email);
  const fields: Record<string, unknown> = {
    password,
    passwordConfirm: password,
    ...createData,
    email: user.email,
  };
  const files: RequestBody['files'] = {};
  if (user.email === '') refuseIfNeeded(findField(collection, 'email'));
  const isFree = mappedFields.username !== '' && (await isFreeUsername(engine, collection, user.username));
  const said = { [mappedFields.id]: user.id, [mappedFields.name]: user.name };
  if (isFree) said[mappedFields.username] = user.username;
  for (const [name, value] of Object.entries(said)) {
    if (name !== '' && fits(collection, name, value)) fields[name] ??= value;
  }
  const avatar = mappedFields.avatarURL;
  if (avatar && user.avatarURL !== '' && fields[avatar] === undefined) {
    const field = findField(collection, avatar);
    if (field?.type !== 'file') fields[avatar] = user.avatarURL;
    else await addAvatar(engine, files, { field, url: user.avatarURL });
  }
  return { fields, files };
}

// Nobody is kept out because the provider knows them by a name that the field does not take.
function fits(collection: AuthCollection, name: string, value: string): boolean {
  const field = findField(collection, name);
  return field !== undefined && (value === '' || validateValue(field, castValue(field, value)) === undefined);
}

async function isFreeUsername(engine: Engine, collection: AuthCollection, username: string): Promise<boolean> {
  const field = collection.auth.oauth2.mappedFields.username;
  return username !== '' && (await findAccount(engine, collection, { field, value: username })) === undefined;
}

// Nobody is kept out because a picture could not be had, or is not what we take.
async function addAvatar(
  engine: Engine,
  files: RequestBody['files'],
  { field, url }: { field: FileField; url: string },
): Promise<void> {
  try {
    const upload = await fetchAvatar(url);
    const refused = checkUpload(field, { name: upload.name, type: sniffType(upload.bytes), upload });
    if (refused) engine.log.warn({ err: refused }, 'The picture of an outside user is none that the field takes.');
    else files[field.name] = [upload];
  } catch (error) {
    engine.log.warn({ err: error }, 'The picture of an outside user could not be fetched.');
  }
}
