import { writeAsOne } from '../batch/write-as-one.ts';
import { type Field, type FileField, findField } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { castValue } from '../fields/cast-value.ts';
import { validateValue } from '../fields/validate-value.ts';
import { sniffType } from '../files/sniff-type.ts';
import type { RuleRequest } from '../filters/rule-request.ts';
import { ApiError, badRequest } from '../http/api-error.ts';
import type { RequestBody } from '../http/route.ts';
import type { OutsideAnswer } from '../oauth2/ask-provider.ts';
import { fetchAvatar } from '../oauth2/fetch-avatar.ts';
import { tokenAlphabet } from '../random.ts';
import { checkUpload } from '../records/check-upload.ts';
import { createRecord } from '../records/create-record.ts';
import { findRow } from '../records/record-store.ts';
import { updateRecord } from '../records/update-record.ts';
import type { AuthCollection } from './auth-context.ts';
import { deleteLinks } from './external-auths.store.ts';
import { findAccount, isSameAddress } from './find-account.ts';
import { proveInside } from './prove-address.ts';

export type Entry = {
  collection: AuthCollection;
  provider: string;
  answer: OutsideAnswer;
  /** What a new account is to have besides. */
  createData: Record<string, unknown>;
  request: RuleRequest;
  /** The account the outside user belongs to, whether it was linked to them, and whether it is the asker's own. */
  known: { row: Row; isLinked: boolean; isSelf: boolean } | undefined;
};

/**
 * Makes an outside user's account, or takes the known one over for them, and links the two, all or nothing. An account whose address was
 * never shown to be its owner's loses its password and its other links: whoever made it in advance must not share it.
 */
export async function enterOutsideUser(engine: Engine, entry: Entry): Promise<Row> {
  const body = entry.known ? undefined : await newAccount(engine, entry);
  try {
    return await writeAsOne(engine, (inside) => enter(inside, entry, body));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(400, 'Failed to authenticate.', {}, { cause: error });
  }
}

async function enter(engine: Engine, entry: Entry, body: RequestBody | undefined): Promise<Row> {
  const { collection, request, answer, provider, known } = entry;
  const row = body ? await create(engine, entry, body) : await takeOver(engine, entry);
  const id = String(row.id);
  // An unverified account has lost its links just now.
  const isLinked = known?.isLinked === true && known.row.verified === true;
  if (!isLinked) {
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

async function takeOver(engine: Engine, { collection, request, answer, known }: Entry): Promise<Row> {
  if (!known) throw new Error('There is no account to take over.');
  const { row, isSelf } = known;
  const { email } = answer.user;
  const fields: Record<string, unknown> = {};
  if (!isSelf && row.verified !== true) fields.password = engine.random.text(40, tokenAlphabet);
  if (row.verified !== true) await deleteLinks(engine.db, collection.id, String(row.id));
  if (row.email === '' && email !== '') fields.email = email;
  const address = fields.email ?? row.email;
  if (row.verified !== true && (address === '' || isSameAddress(address, email))) {
    return proveInside(engine, { collection, row, request: { ...request }, isMaker: isSelf, fields });
  }
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

/** What a new account is made of: what the asker sent, then what the provider said. The picture is fetched before any transaction. */
async function newAccount(engine: Engine, { collection, answer, createData }: Entry): Promise<RequestBody> {
  if (collection.name === '_superusers') throw badRequest('Failed to authenticate.');
  const { user } = answer;
  const { mappedFields } = collection.auth.oauth2;
  const password = engine.random.text(40, tokenAlphabet);
  const fields: Record<string, unknown> = { password, passwordConfirm: password, ...createData };
  const files: RequestBody['files'] = {};
  if (typeof fields.email !== 'string' || fields.email === '') fields.email = user.email;
  if (fields.email === '') refuseIfNeeded(findField(collection, 'email'));
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
