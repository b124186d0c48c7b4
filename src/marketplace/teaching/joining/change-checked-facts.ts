import { findField } from '#engine/collections/collection.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { hideContacts } from '#rules/messages/hide-contacts.ts';
import { nameRefusal } from '../../people/users/refuse-name.ts';
import { requireImpartial } from '../../platform/rights/require-impartial.ts';
import { announceChange, announceWaiting } from './announce-joining.ts';
import { type Decision, findChecked, findWaitingFields, lockChangeStatus, lockInstructor } from './joining.store.ts';
import { writeDecision } from './write-decision.ts';

const [creating, updating] = ['Failed to create record.', 'Failed to update record.'];
const textFields = ['name', 'vehiclePlate', 'vehicleModel'];
const pictureFields = ['photo', 'carPhoto'] as const;

/** Judges what an instructor wants changed by the fields of the profile. */
export function checkChange(engine: Engine, { record, body, auth, system }: RecordEvent): void {
  if (!(system || auth?.isSuperuser)) record.status = 'waiting';
  record.status ||= 'waiting';
  record.changes ??= {};
  const { changes } = record;
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw refuse('validation_invalid_changes');
  const errors: ErrorData = {};
  const wanted: Record<string, unknown> = { ...changes };
  keepFacts(wanted, errors);
  for (const [name, value] of Object.entries(wanted)) {
    if (!isTaken(engine, name, value)) {
      errors[name] = { code: 'validation_invalid_value', message: 'This is not a value that can be asked for.' };
    }
  }
  if (Object.keys(errors).length > 0) throw badRequest(creating, { changes: errors });
  record.changes = wanted;
  const hasPicture = pictureFields.some((name) => record[name] !== '' || (body.files[name]?.length ?? 0) > 0);
  if (Object.keys(wanted).length === 0 && !hasPicture) throw refuse('validation_required');
}

// As in the profile that they are put into.
function keepFacts(wanted: Record<string, unknown>, errors: ErrorData): void {
  const refusal = typeof wanted.name === 'string' ? nameRefusal(wanted.name) : undefined;
  if (refusal) errors.name = refusal;
  if (typeof wanted.vehicleModel === 'string') wanted.vehicleModel = hideContacts(wanted.vehicleModel).text;
}

function refuse(code: string) {
  const message =
    'Must name what is to change: name, licenceClasses, vehiclePlate or vehicleModel; pictures are sent as photo and carPhoto.';
  return badRequest(creating, { changes: { code, message } });
}

function isTaken(engine: Engine, name: string, value: unknown): boolean {
  const field = findField(engine.collections.get('instructors'), name);
  if (field?.type === 'text' && textFields.includes(name)) {
    return typeof value === 'string' && value.trim() !== '' && [...value].length <= field.max;
  }
  if (field?.type !== 'select' || name !== 'licenceClasses') return false;
  const isNew = Array.isArray(value) && value.length > 0 && new Set(value).size === value.length;
  return isNew && value.every((item) => field.values.includes(item));
}

/** A request for a change waits for staff, one at a time for each field. */
export async function askForChange(engine: Engine, { tx, record }: InsideEvent): Promise<void> {
  const instructor = await lockInstructor(tx, String(record.instructor));
  if (record.status !== 'waiting') return;
  if (!['listed', 'paused', 'suspended'].includes(String(instructor?.status))) {
    const message = 'This is for instructors who were listed. Before that, change the profile itself.';
    throw badRequest(creating, { instructor: { code: 'wrong_state', message } });
  }
  const waiting = await findWaitingFields(tx, String(record.instructor), record.id);
  const wanted = [...Object.keys(record.changes as object), ...picturesOf(record)];
  if (wanted.some((field) => waiting.includes(field))) {
    const message = 'A change to this is already waiting to be checked.';
    throw badRequest(creating, { changes: { code: 'already_waiting', message } });
  }
  const name = String(instructor?.name);
  await announceWaiting(engine, tx, { key: `instructor_change:${record.id}`, name, what: 'change' });
}

/** Whether staff may decide now, and with what; an accepted picture is put where learners get it from. */
export async function checkChangeDecision(engine: Engine, event: RecordEvent): Promise<void> {
  const { record, original } = event;
  const profile = await findChecked(engine.db, String(record.instructor));
  await requireImpartial(engine.db, event, {
    ...{ parties: [profile?.user], about: 'profile', right: 'papers', field: 'status', refusal: updating },
    begun: original?.created,
  });
  if (original?.status !== 'waiting') {
    throw badRequest(updating, { status: { code: 'already_decided', message: 'This was decided already.' } });
  }
  if (record.status === 'refused' && record.reason === '') {
    throw badRequest(updating, {
      reason: { code: 'validation_required', message: 'Say why: the instructor reads it.' },
    });
  }
  if (record.status !== 'accepted') return;
  const [from, to] = ['instructor_changes', 'instructors'].map((name) => engine.collections.get(name).id);
  for (const field of picturesOf(record)) {
    const name = String(record[field]);
    const file = await engine.files.get(`${from}/${record.id}/${name}`);
    if (file) await engine.files.put(`${to}/${String(record.instructor)}/${name}`, file.bytes, file.contentType);
  }
}

/** Which pictures a request brings. */
function picturesOf(record: Readonly<Record<string, unknown>>): (typeof pictureFields)[number][] {
  return pictureFields.filter((name) => record[name] !== '');
}

/** Two answers at once have one effect. */
export async function lockChange({ tx, record, original }: InsideEvent): Promise<void> {
  if (!original) return;
  if ((await lockChangeStatus(tx, record.id)) === 'waiting') return;
  throw badRequest(updating, { status: { code: 'already_decided', message: 'This was decided already.' } });
}

/** Makes an accepted change what learners see, and tells the instructor either way. */
export async function decideChange(engine: Engine, { tx, record, auth }: InsideEvent): Promise<void> {
  if (record.status === 'waiting') return;
  const before = await lockInstructor(tx, String(record.instructor));
  if (!before) return;
  if (record.status === 'accepted') {
    const decision: Decision = { ...(record.changes as Decision) };
    const pictures = picturesOf(record);
    for (const field of pictures) decision[field] = String(record[field]);
    await writeDecision(engine, tx, { before, decision, auth });
    const old = `${engine.collections.get('instructors').id}/${String(before.id)}`;
    for (const replaced of pictures.map((field) => String(before[field])).filter(Boolean)) {
      tx.afterCommit(async () => {
        await engine.files.delete(`${old}/${replaced}`);
        await engine.files.deletePrefix(`${old}/thumbs_${replaced}/`);
      });
    }
  }
  await announceChange(engine, tx, {
    user: String(before.user),
    key: `instructor_change:${record.id}:${String(record.status)}`,
    outcome: String(record.status),
    reasons: [String(record.reason)],
  });
}
