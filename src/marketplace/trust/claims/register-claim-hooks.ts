import type { Engine } from '#engine/engine.ts';
import { required } from '#engine/fields/field-errors.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { announceStatement } from './announce-claim.ts';
import { findClaim } from './claims.store.ts';
import { alreadyDecided, decide, signDecision, withdraw } from './end-claim.ts';
import { alreadyClaimed, disputeLesson, prepareClaim } from './open-claim.ts';

const claims = { max: 20, message: 'You made many claims today. Please go on tomorrow.' };
const statements = { max: 50, message: 'You said many things about claims today. Please go on tomorrow.' };

/** Hangs on claims what freezes a lesson's money, what both sides say, and what is decided (domain rules 14 to 16). */
export function registerClaimHooks(engine: Engine): void {
  engine.hooks.on('claims', {
    async beforeCreate(event) {
      await refuseMany(engine, event, { name: 'claims', ...claims });
      await prepareClaim(engine, event);
    },
    insideCreate: (event) => disputeLesson(engine, event),
    beforeWrite: async (event) => {
      if (event.original && !event.system && !event.auth?.isSuperuser) await withdraw(engine, event);
    },
    explainViolation: (constraint) => (constraint === 'claims_one_open' ? alreadyClaimed() : undefined),
  });
  engine.hooks.on('claim_statements', {
    async beforeCreate(event) {
      await refuseMany(engine, event, { name: 'claim statements', ...statements });
      await checkStatement(event);
    },
    insideCreate: ({ tx, record }) => announceStatement(engine, tx, record),
  });
  engine.hooks.on('claim_decisions', {
    beforeCreate: signDecision,
    insideCreate: (event) => decide(engine, event),
    explainViolation: (constraint) => (constraint === 'claim_decisions_claim' ? alreadyDecided() : undefined),
  });
}

type Many = { name: string; max: number; message: string };

// Others are told each time, of a claim all who decide, however often it is taken back.
async function refuseMany(engine: Engine, { auth, system }: RecordEvent, { name, ...limit }: Many): Promise<void> {
  if (system || !auth || auth.isSuperuser) return;
  await refuseTooManyAttempts(engine, { key: `${name} ${auth.id}`, seconds: 86_400, ...limit });
}

async function checkStatement({ record, db, auth, system }: RecordEvent): Promise<void> {
  const claim = await findClaim(db, String(record.claim));
  if (claim && (claim.status === 'decided' || claim.status === 'withdrawn')) throw alreadyDecided();
  if (claim && !system && auth?.isSuperuser) record.author ||= claim.learner;
  record.text = String(record.text).trim();
  const files = Array.isArray(record.evidence) ? record.evidence.length : 0;
  if (record.text === '' && files === 0) throw badRequest('Failed to create record.', { text: required });
}
