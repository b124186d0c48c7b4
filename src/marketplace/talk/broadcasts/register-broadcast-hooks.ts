import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { findPlanningArea } from '#rules/places/planning-areas.ts';
import { insertRecipients, listSending, lockBroadcast } from './broadcasts.store.ts';
import { sendBroadcast } from './send-broadcast.ts';

const refusal = 'Failed to update record.';

/** A draft is changed, sent once and stopped; the job queue tells those whom it goes to. */
export function registerBroadcastHooks(engine: Engine): void {
  engine.jobs.handle('send-broadcast', {
    run: ({ broadcast }) => sendBroadcast(engine, String(broadcast)),
    findWaiting: () => listSending(engine.db),
  });
  engine.hooks.on('broadcasts', {
    async beforeCreate(event) {
      readArea(event);
      const { record, auth } = event;
      if (record.status !== '' && record.status !== 'draft') throw refuseStatus('A broadcast begins as a draft.');
      Object.assign(record, { status: 'draft', author: auth?.id ?? '', authorName: String(auth?.row.name ?? '') });
    },
    async beforeUpdate(event) {
      readArea(event);
      checkStatus(event);
    },
    beforeWrite: (event) => beginSending(engine, event),
    async insideUpdate({ tx, record, original }) {
      if (record.status === 'sending' && original?.status === 'draft') {
        await engine.jobs.add(tx, 'send-broadcast', { broadcast: record.id });
      }
    },
    async beforeDelete({ record }) {
      if (record.status !== 'draft') throw badRequest('Failed to delete record.', { status: notDraft });
    },
  });
}

const notDraft = { code: 'not_draft', message: 'Only a draft can be changed or deleted.' };

function refuseStatus(message: string) {
  return badRequest(refusal, { status: { code: 'wrong_status', message } });
}

function readArea({ record }: RecordEvent): void {
  if (record.area === '') return;
  const area = findPlanningArea(String(record.area));
  if (!area) {
    throw badRequest(refusal, { area: { code: 'validation_invalid_value', message: 'There is no such area.' } });
  }
  record.area = area.name;
}

const words = ['title', 'message', 'audience', 'area', 'language', 'kind'] as const;

function checkStatus({ record, original, sent }: RecordEvent): void {
  if (original === null) return;
  const [from, to] = [String(original.status), String(record.status)];
  const isMove = (from === 'draft' && to === 'sending') || (from === 'sending' && to === 'stopped');
  // Who asks for it again is told so at any moment: while it is being sent as well as when it has been.
  const isAskedAgain = from === 'sending' && to === 'sending' && sent.has('status');
  if (isAskedAgain || (from !== to && !isMove))
    throw refuseStatus('A draft can be sent, and what is being sent can be stopped.');
  if (from !== 'draft' && words.some((name) => record[name] !== original[name])) {
    throw badRequest(refusal, { status: notDraft });
  }
}

// Whoever sends, stops or changes it at one moment: each acts on what the one before left.
async function beginSending(engine: Engine, { tx, record, original }: InsideEvent): Promise<void> {
  if (original === null) return;
  if ((await lockBroadcast(tx, record.id)) !== original.status) {
    throw refuseStatus('It was sent or stopped by somebody else meanwhile.');
  }
  if (record.status !== 'sending' || original.status !== 'draft') return;
  const { audience, area, language, kind } = record;
  const asked = { audience: String(audience), area: String(area), language: String(language), kind: String(kind) };
  const count = await insertRecipients(tx, record.id, { ...asked, nowMs: engine.clock.nowMs() });
  if (count === 0) throw badRequest(refusal, { audience: { code: 'nobody', message: 'This would go to nobody.' } });
  record.recipients = count;
}
