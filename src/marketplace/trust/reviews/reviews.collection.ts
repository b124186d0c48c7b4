import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, fromServer, ofCaller, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('reviews');
const parties = `${personRule} && (author = @request.auth.id || lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${staff})`;
const seen = `(publishedAt != '' && removedAt = '') || (${personRule} && author = @request.auth.id) || ${staff}`;
const ofTheLesson = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id)`;

/** Reviews of completed paid lessons by either side, public once published (domain rule 24). */
export const reviewsCollection = defineCollection({
  name: 'reviews',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true, ...fixed, seenBy: parties },
    instructor: { type: 'relation', collection: 'instructors', ...fromServer },
    author: { type: 'relation', collection: 'users', ...ofCaller, seenBy: parties },
    side: { type: 'select', values: ['learner', 'instructor'], ...fromServer },
    rating: { type: 'number', onlyInt: true, min: 1, max: 5, required: true },
    text: { type: 'text', contacts: 'hidden for good', max: 2000 },
    tags: { type: 'select', values: ['patience', 'clarity', 'punctuality', 'value'], maxSelect: 4 },
    authorName: { type: 'text', contacts: 'a copy of what went through the door', max: 100, ...fromServer },
    publishedAt: { type: 'date', ...fromServer },
    removedAt: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: seen,
    view: seen,
    create: ofTheLesson,
    update: `${personRule} && author = @request.auth.id`,
    delete: null,
  },
});

const isPublic = `review.publishedAt != '' && review.removedAt = ''`;
const reviewed = `(review.side = 'learner' && review.lesson.instructor.user = @request.auth.id) || (review.side = 'instructor' && review.lesson.learner = @request.auth.id)`;

/** What the reviewed party answers to a published review, once (domain rule 24). */
export const reviewRepliesCollection = defineCollection({
  name: 'review_replies',
  type: 'base',
  repeatable: true,
  fields: {
    review: { type: 'relation', collection: 'reviews', required: true, ...fixed },
    author: {
      type: 'relation',
      collection: 'users',
      ...ofCaller,
      seenBy: `${personRule} && (author = @request.auth.id || ${staff})`,
    },
    text: { type: 'text', contacts: 'hidden for good', max: 1000, required: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: `(${isPublic}) || (${personRule} && author = @request.auth.id) || ${staff}`,
    view: `(${isPublic}) || (${personRule} && author = @request.auth.id) || ${staff}`,
    create: `${personRule} && ${isPublic} && (${reviewed})`,
    update: null,
    delete: null,
  },
});

const ownReport = `${personRule} && (reporter = @request.auth.id || ${staff})`;

/** Somebody says that a published review should not stand there (domain rule 26). */
export const reviewReportsCollection = defineCollection({
  name: 'review_reports',
  type: 'base',
  repeatable: true,
  fields: {
    review: { type: 'relation', collection: 'reviews', required: true, ...fixed },
    reporter: { type: 'relation', collection: 'users', cascadeDelete: true, ...ofCaller },
    reason: { type: 'text', contacts: 'for staff: words about people', max: 1000, required: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: ownReport, view: ownReport, create: `${personRule} && ${isPublic}`, update: null, delete: null },
});

/** What staff decided about a review, each time: the log of moderation (domain rule 26). */
export const reviewDecisionsCollection = defineCollection({
  name: 'review_decisions',
  type: 'base',
  repeatable: true,
  fields: {
    review: { type: 'relation', collection: 'reviews', required: true, ...fixed },
    outcome: { type: 'select', values: ['kept', 'removed'], required: true },
    reason: { type: 'text', contacts: 'from staff', max: 1000, required: true },
    moderator: { type: 'text', contacts: 'from the server', max: 15, ...fromServer, seenBy: staff },
    moderatorName: {
      type: 'text',
      contacts: 'a copy of what went through the door',
      max: 255,
      ...fromServer,
      seenBy: staff,
    },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: `${staff} || (${personRule} && review.author = @request.auth.id)`,
    view: `${staff} || (${personRule} && review.author = @request.auth.id)`,
    create: staff,
    update: null,
    delete: null,
  },
});
