import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { endHandedPackages } from '../../booking/packages/end-handed-packages.ts';
import { announceHandOver } from './announce-hand-over.ts';
import { findFacts, type HandOverFacts, type LockedHandOver, lockHandOver } from './hand-overs.store.ts';

/** Judges who asks for a hand-over and for whom; takes the answers, and does it once both who have to agree did. */
export function registerHandOverHooks(engine: Engine): void {
  engine.hooks.on('hand_overs', {
    async beforeCreate({ auth }) {
      if (auth && !auth.isSuperuser) await refuseTooManyAttempts(engine, { key: `hand-overs ${auth.id}`, ...asks });
    },
    async beforeWrite(event) {
      if (event.original) await answer(engine, event);
      else await ask(engine, event);
    },
    insideCreate: (event) => announceHandOver(engine, event),
    insideUpdate: (event) => announceHandOver(engine, event),
    explainViolation: (constraint) =>
      constraint === 'hand_overs_one_waiting'
        ? refuse('create', 'fromInstructor', 'already_asked', 'This was asked for already. Wait for the answers.')
        : undefined,
  });
}

function partsOf({ record }: InsideEvent) {
  return {
    learner: String(record.learner),
    from: String(record.fromInstructor),
    to: String(record.toInstructor),
  };
}

async function ask(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, tx, auth } = event;
  const parts = partsOf(event);
  const nowMs = engine.clock.nowMs();
  const isLearner = auth?.id === parts.learner;
  const askedBy = isLearner ? 'learner' : 'instructor';
  const facts = await findFacts(tx, { ...parts, askedBy, nowMs });
  if (!facts) throw refuse('create', 'learner', 'not_met', 'This account is closed.');
  const wrong = whyNot(parts, facts);
  if (wrong) throw refuse('create', ...wrong);
  Object.assign(record, {
    askedBy,
    status: 'waiting',
    learnerAgreedAt: isLearner ? wireDate(nowMs) : '',
    takerAgreedAt: '',
    doneAt: '',
    refundCents: 0,
  });
}

// Each is a notification and a mail for who is asked, however often it is taken back.
const asks = { max: 10, seconds: 86_400, message: 'You asked for many hand-overs today. Please go on tomorrow.' };

type Wrong = [field: string, code: string, message: string];

function whyNot({ learner, from, to }: ReturnType<typeof partsOf>, facts: HandOverFacts): Wrong | undefined {
  if (from === to) return ['toInstructor', 'same_instructor', 'Choose another instructor.'];
  if (facts.toStatus !== 'listed') return ['toInstructor', 'not_bookable', 'This instructor can’t be booked now.'];
  if (facts.toUser === learner) return ['toInstructor', 'own_lesson', 'You can’t be your own learner.'];
  if (facts.fromUser === learner) return ['fromInstructor', 'own_lesson', 'You can’t be your own learner.'];
  if (!facts.haveMet) return ['fromInstructor', 'not_met', 'They have had no lesson together.'];
  if (facts.isRefusedLately) return ['toInstructor', 'refused_lately', 'This was refused less than 7 days ago.'];
  return undefined;
}

// A transaction that is tried again finds the record as its first try left it.
const wishes = new WeakMap<object, string>();

/** An answer under the record's lock: the second of the two that have to agree does it. */
async function answer(engine: Engine, event: InsideEvent): Promise<void> {
  const { record, tx, sent } = event;
  if (!sent.has('status')) return;
  const wanted = wishes.get(record) ?? String(record.status);
  wishes.set(record, wanted);
  const locked = await lockHandOver(tx, record.id);
  if (locked?.status !== 'waiting') throw refuse('update', 'status', 'already_answered', 'This was settled already.');
  const askedBy = String(record.askedBy);
  const facts = await findFacts(tx, { ...partsOf(event), askedBy, nowMs: engine.clock.nowMs() });
  const role = roleIn(event, facts);
  const isHeardOf = locked.learnerAgreedAt !== null || role !== 'taker';
  if (!isHeardOf || !mayAnswer(wanted, role, askedBy)) {
    throw refuse('update', 'status', 'not_allowed', 'Only who was asked answers, and only who asked takes it back.');
  }
  if (wanted !== 'agreed') return;
  if (facts?.toStatus !== 'listed') {
    throw refuse('update', 'status', 'not_bookable', 'The instructor who takes over can’t be booked now.');
  }
  await agree(engine, event, { locked, role });
}

async function agree(
  engine: Engine,
  event: InsideEvent,
  { locked, role }: { locked: LockedHandOver; role: Role },
): Promise<void> {
  const { record, tx } = event;
  const nowMs = engine.clock.nowMs();
  const at = (agreed: Date | null, side: Role) =>
    agreed ? wireDate(agreed.getTime()) : role === side ? wireDate(nowMs) : '';
  const learnerAgreedAt = at(locked.learnerAgreedAt, 'learner');
  const takerAgreedAt = at(locked.takerAgreedAt, 'taker');
  const isDone = learnerAgreedAt !== '' && takerAgreedAt !== '';
  Object.assign(record, { learnerAgreedAt, takerAgreedAt, status: isDone ? 'done' : 'waiting' });
  if (!isDone) return;
  const { learner, from } = partsOf(event);
  const isOfInstructor = record.askedBy === 'instructor';
  record.doneAt = wireDate(nowMs);
  record.refundCents = await endHandedPackages(engine, tx, { learner, instructor: from, isOfInstructor, nowMs });
}

type Role = 'learner' | 'giver' | 'taker' | 'nobody';

function roleIn({ auth, record }: InsideEvent, facts: HandOverFacts | undefined): Role {
  if (!auth || auth.isSuperuser) return 'nobody';
  if (auth.id === record.learner) return 'learner';
  if (auth.id === facts?.toUser) return 'taker';
  return auth.id === facts?.fromUser ? 'giver' : 'nobody';
}

function mayAnswer(wanted: string, role: Role, askedBy: string): boolean {
  const asker = askedBy === 'learner' ? 'learner' : 'giver';
  if (wanted === 'withdrawn') return role === asker;
  const isAnswer = wanted === 'agreed' || wanted === 'refused';
  return isAnswer && role !== asker && (role === 'learner' || role === 'taker');
}

function refuse(what: 'create' | 'update', field: string, code: string, message: string) {
  return badRequest(`Failed to ${what} record.`, { [field]: { code, message } });
}
