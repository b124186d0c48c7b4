import type { Review } from './review-record.ts';
import type { Decision, Report } from './use-reviews.ts';

export type ReportedReview = { review: Review; reports: Report[]; decisions: Decision[]; isOpen: boolean };

/** Reports by review, newest first; one is open while it was reported after the last decision. */
export function groupReports(reports: readonly Report[], decisions: readonly Decision[]): ReportedReview[] {
  const groups = new Map<string, ReportedReview>();
  for (const report of reports) {
    const review = report.expand?.review;
    if (!review) continue;
    const group = groups.get(review.id) ?? {
      review,
      reports: [],
      decisions: decisions.filter((decision) => decision.review === review.id),
      isOpen: false,
    };
    group.reports.push(report);
    groups.set(review.id, group);
  }
  return [...groups.values()].map((group) => ({ ...group, isOpen: isOpen(group) }));
}

function isOpen(group: ReportedReview): boolean {
  return waitsSince(group) !== undefined;
}

/** When the first report came that nobody decided about since; undefined where none waits. */
export function waitsSince({ reports, decisions }: Pick<ReportedReview, 'reports' | 'decisions'>): string | undefined {
  const last = decisions[0]?.created ?? '';
  return reports
    .map(({ created }) => created)
    .filter((created) => created > last)
    .sort()[0];
}
