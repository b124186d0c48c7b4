import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, fromServer, personRule } from '../../../platform/rights/field-rights.ts';

const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;
const otherSide = `((side = 'learner' && lesson.instructor.user = @request.auth.id) || (side = 'instructor' && lesson.learner = @request.auth.id))`;
const ownSide = `((side = 'instructor' && lesson.instructor.user = @request.auth.id) || (side = 'learner' && lesson.learner = @request.auth.id))`;
const answers = `(${otherSide} && @request.body.status != 'withdrawn') || (${ownSide} && @request.body.status = 'withdrawn')`;

/** Another time of a lesson (docs/api.md): taken at once, or proposed to the other side, which answers by a change of `status`; who asked takes it back by one. */
export const reschedulesCollection = defineCollection({
  name: 'reschedules',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true, ...fixed },
    start: { type: 'date', required: true, ...fixed },
    fromStart: { type: 'date', ...fromServer },
    side: { type: 'select', values: ['learner', 'instructor', 'admin'], ...fromServer },
    reason: { type: 'text', contacts: 'hidden until confirmed', max: 1000, ...fixed },
    status: { type: 'select', values: ['done', 'proposed', 'accepted', 'refused', 'lapsed', 'withdrawn'] },
    answerBy: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: parties, view: parties, create: parties, update: `${personRule} && (${answers})`, delete: null },
});
