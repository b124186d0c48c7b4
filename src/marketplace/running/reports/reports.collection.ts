import { defineCollection } from '#engine/collections/define-collection.ts';
import { reportRhythms } from '#rules/reports/report-schedule.ts';
import { byServer, fixed, fromServer, staffRule } from '../../platform/rights/field-rights.ts';
import { reportFormats } from './encode-table.ts';

export const reportTypes = ['analytics', 'financial', 'performance', 'security'] as const;
export type ReportType = (typeof reportTypes)[number];

const staff = staffRule('reports');
const date = '^\\d{4}-\\d{2}-\\d{2}$';

/** Reports that admins ask for, of whole days in Singapore, both included. The job queue makes the file, which only admins get. */
export const reportsCollection = defineCollection({
  name: 'reports',
  type: 'base',
  fields: {
    name: { type: 'text', contacts: 'from staff', required: true, max: 120 },
    type: { type: 'select', values: [...reportTypes], required: true },
    format: { type: 'select', values: [...reportFormats] },
    from: { type: 'text', required: true, pattern: date },
    to: { type: 'text', required: true, pattern: date },
    status: { type: 'select', values: ['ready', 'processing', 'failed'], ...byServer },
    size: { type: 'number', onlyInt: true, min: 0, ...byServer },
    file: { type: 'file', maxSize: 128 * 1024 * 1024, protected: true, ...byServer },
    problem: { type: 'text', contacts: 'from the server', max: 500, ...byServer },
    author: { type: 'text', contacts: 'from the server', max: 15, ...byServer },
    schedule: { type: 'text', contacts: 'from the server', max: 15, ...byServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: staff, view: staff, create: staff, update: null, delete: staff },
});

/** Reports that are made by themselves, of the day, week or month before; their author is told when each is ready. */
export const reportSchedulesCollection = defineCollection({
  name: 'report_schedules',
  type: 'base',
  fields: {
    name: { type: 'text', contacts: 'from staff', required: true, max: 100 },
    type: { type: 'select', values: [...reportTypes], required: true, ...fixed },
    format: { type: 'select', values: [...reportFormats] },
    every: { type: 'select', values: [...reportRhythms], required: true, ...fixed },
    paused: { type: 'bool' },
    dueAt: { type: 'date', ...fromServer },
    author: { type: 'text', contacts: 'from the server', max: 15, ...fromServer },
    authorName: { type: 'text', contacts: 'a copy of what went through the door', max: 200, ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: staff, view: staff, create: staff, update: staff, delete: staff },
});
