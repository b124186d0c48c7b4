import type { PolicyValues } from '#rules/policies/policy-values.ts';

/** What `POST /api/marketplace/policies/preview` answers: what the last 30 days would have come to under other figures, beside what they did. */
export type PolicyPreviewAnswer = {
  from: string;
  to: string;
  lessons: number;
  feeCents: number;
  newFeeCents: number;
  instructorsDiffering: number;
  /** Those that differ most. */
  instructors: Array<{ instructor: string; name: string; feeCents: number; newFeeCents: number }>;
  cancellations: number;
  cancellationsDiffering: number;
  /** Those that differ most. */
  refunds: Array<{
    lesson: string;
    learnerName: string;
    start: string;
    refundCents: number;
    newRefundCents: number;
  }>;
  refundCents: number;
  newRefundCents: number;
};

/** What `GET /api/marketplace/policies` answers: the version in force, its figures, and its rules as sentences by their numbers. */
export type PoliciesAnswer = {
  version: number;
  effectiveFrom: string;
  values: PolicyValues;
  rules: Record<string, { text: string }>;
};
