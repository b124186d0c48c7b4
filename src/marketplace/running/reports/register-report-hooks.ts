import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { nextDue, reportRhythms } from '#rules/reports/report-schedule.ts';
import { instantOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { mayBeAsked } from '../../platform/reads/parse-instant.ts';
import { announceReport } from './announce-report.ts';
import { makeReport } from './make-report.ts';
import { listWaitingReports } from './reports.store.ts';

const longestDays = 1100;

/** A report that is asked for is made by the job queue; one whose job was lost is taken up again at the next start. */
export function registerReportHooks(engine: Engine): void {
  engine.jobs.handle('make-report', {
    run: ({ report }) => makeReport(engine, String(report)),
    findWaiting: () => listWaitingReports(engine.db),
  });
  engine.hooks.on('reports', {
    async beforeCreate(event) {
      checkDays(event);
      const { record, auth } = event;
      if (!record.status) record.status = 'processing';
      if (!record.author) record.author = auth?.id ?? '';
      if (!record.format) record.format = 'csv';
    },
    async insideCreate({ tx, record }) {
      if (record.status === 'processing') await engine.jobs.add(tx, 'make-report', { report: record.id });
    },
    async insideUpdate({ tx, record, original }) {
      if (record.schedule !== '' && record.status !== original?.status) await announceReport(engine, tx, record);
    },
  });
  engine.hooks.on('report_schedules', {
    async beforeCreate({ record, auth }) {
      const every = reportRhythms.find((rhythm) => rhythm === record.every) ?? 'day';
      const due = wireDate(nextDue(every, engine.clock.nowMs(), platformZone));
      if (!record.format) record.format = 'csv';
      Object.assign(record, { dueAt: due, author: auth?.id ?? '', authorName: String(auth?.row.name ?? '') });
    },
  });
}

function checkDays({ record }: RecordEvent): void {
  const errors: ErrorData = {};
  const day = (name: 'from' | 'to') => {
    const parsed = parseDate(String(record[name]));
    if (parsed === undefined || !mayBeAsked(instantOf(platformZone, parsed, 0))) {
      errors[name] = {
        code: 'validation_invalid_value',
        message: 'Enter a date such as 2026-12-25, in the years 2000 to 2200.',
      };
    }
    return parsed ?? Number.NaN;
  };
  const [from, to] = [day('from'), day('to')];
  if (to < from) errors.to = { code: 'validation_invalid_value', message: 'The last day is before the first.' };
  if (to - from >= longestDays) {
    errors.to = { code: 'span_too_long', message: `A report covers at most ${longestDays} days.` };
  }
  if (Object.keys(errors).length > 0) throw badRequest('Failed to create record.', errors);
}
