import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, personRule } from '../../../platform/rights/field-rights.ts';

const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;

const teaching = `${personRule} && (lesson.instructor.user = @request.auth.id || ${adminRule})`;

/** What was practised in a lesson and how it went (docs/api.md); both sides see it. */
export const lessonLogsCollection = defineCollection({
  name: 'lesson_logs',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true, ...fixed },
    skills: { type: 'json', contacts: 'for the parties of a confirmed lesson', maxSize: 20_000 },
    notes: { type: 'text', contacts: 'for the parties of a confirmed lesson', max: 4000 },
    mockTest: { type: 'json', contacts: 'for the parties of a confirmed lesson', maxSize: 20_000 },
    odometer: { type: 'number', onlyInt: true, min: 0, max: 2_000_000 },
    // When Finish was pressed, as the device says; the hook keeps it within bounds.
    finishedAt: { type: 'date', ...fixed },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: parties,
    view: parties,
    create: teaching,
    // For a day; the hook says so.
    update: teaching,
    delete: null,
  },
});
