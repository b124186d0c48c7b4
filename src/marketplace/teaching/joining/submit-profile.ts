import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { announceWaiting } from './announce-joining.ts';
import { findReadiness, lockInstructor } from './joining.store.ts';
import { writeDecision } from './write-decision.ts';

const refusal = 'Failed to create record.';

/** Puts a draft into the queue of those who check it; says at each field what it lacks. */
export async function submitProfile(engine: Engine, { tx, record, auth }: InsideEvent): Promise<void> {
  const instructor = await lockInstructor(tx, String(record.instructor));
  if (instructor?.status !== 'draft') {
    const message = 'Only a draft can be submitted.';
    throw badRequest(refusal, { instructor: { code: 'wrong_state', message } });
  }
  const { hasLicence, hasHours } = await findReadiness(tx, String(instructor.id));
  const isThere: Record<string, boolean> = {
    licenceClasses: isFilled(instructor.licenceClasses),
    hourlyCents: Number(instructor.hourlyCents) > 0,
    areas: isFilled(instructor.areas),
    lessonMinutes: isFilled(instructor.lessonMinutes),
    documents: hasLicence,
    hours: hasHours,
  };
  const missing: ErrorData = {};
  for (const [field, there] of Object.entries(isThere)) {
    if (!there) missing[field] = { code: 'missing', message: 'This is needed before your profile can be checked.' };
  }
  if (Object.keys(missing).length > 0) throw badRequest(refusal, missing);
  await writeDecision(engine, tx, { before: instructor, decision: { status: 'submitted' }, auth });
  await announceWaiting(engine, tx, {
    key: `instructor_submission:${record.id}`,
    name: String(instructor.name),
    what: 'submission',
  });
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
