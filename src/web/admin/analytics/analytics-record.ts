import * as texts from '#texts/adminAnalytics.ts';
import { formatNumber } from '#texts/format-number.ts';

/** What happened in a period. */
export type Figures = {
  users: number;
  newUsers: number;
  activeLearners: number;
  activeInstructors: number;
  lessons: number;
  completedLessons: number;
  cancelledLessons: number;
  lessonsByStatus: Record<string, number>;
  revenueCents: number;
  refundedCents: number;
  feesCents: number;
  cancellationRate: number | null;
};

export type Bucket = { date: string; lessons: number; newUsers: number; revenueCents: number; feesCents: number };

/** What `/api/marketplace/analytics` answers. */
export type AnalyticsAnswer = {
  listedInstructors: number;
  figures: Figures;
  previousFigures: Figures;
  unit: 'day' | 'week' | 'month';
  buckets: Bucket[];
};

/** A change against the period before, in words: `+12 %`, `no change`, `none before`. */
export function changeText(now: number, before: number): string {
  if (now === before) return texts.noChange;
  if (before === 0) return texts.noneBefore;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return texts.nearlyTheSame;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}\u00A0%`;
}

/** A share of 0 to 1 as a percentage with one digit; a dash for none. */
export function percentText(share: number | null): string {
  return share === null ? '–' : `${formatNumber(share * 100, 1)}\u00A0%`;
}
