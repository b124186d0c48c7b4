import type { Realtime } from '#engine/realtime/realtime.ts';

/** What public pages show or reckon with: times, prices, people, reviews, papers that were checked. */
const shownCollections: ReadonlySet<string> = new Set([
  'availability_overrides',
  'availability_rules',
  'holidays',
  'instructor_changes',
  'instructor_documents',
  'instructors',
  'lessons',
  'package_offers',
  'police_checks',
  'policies',
  'reschedules',
  'review_decisions',
  'review_replies',
  'reviews',
  'time_off',
  'verifications',
]);

/** Tells when a record changed that public pages may show, on any server, and when changes may have been missed. */
export function followShown(realtime: Pick<Realtime, 'onChange'>, noteChange: () => void): void {
  realtime.onChange((name) => {
    if (name === undefined || shownCollections.has(name)) noteChange();
  });
}
