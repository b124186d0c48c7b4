import type { UnheededReason } from '#rules/claims/unheeded-word.ts';
import * as texts from '#texts/claims.ts';
import { formatDate } from '../../platform/ui/format-time.ts';

export type Statement = {
  id: string;
  collectionName: string;
  author: string;
  text: string;
  evidence: string[];
  created: string;
};
export type ClaimDecision = {
  id: string;
  outcome: string;
  refundCents: number;
  reason: string;
  adminName?: string;
  created: string;
};

/** A claim as its parties and staff see it; times in the wire form. */
export type Claim = {
  id: string;
  collectionName: string;
  lesson: string;
  learner: string;
  instructor: string;
  kind: string;
  text: string;
  wish: string;
  evidence: string[];
  status: string;
  outcome: string;
  refundCents: number;
  creditCents: number;
  evidenceUntil: string;
  decideBy: string;
  /** Only for staff: why the learner's word took nobody out of the search; empty where it did. */
  unheeded?: UnheededReason | '';
  created: string;
  expand?: {
    instructor?: { name: string; timezone: string; status?: string; user?: string };
    /** Only for staff. */
    learner?: { name: string };
    lesson?: { start: string; end: string; priceCents: number };
    claim_statements_via_claim?: Statement[];
    claim_decisions_via_claim?: ClaimDecision[];
  };
};

export const claimKinds: Record<string, string> = {
  first_lesson: texts.kindFirstLesson,
  quality: texts.kindQuality,
  safety: texts.kindSafety,
  identity: texts.kindIdentity,
};

export const claimStatuses: Record<string, { label: string; tone: 'grey' | 'amber' | 'green' | 'blue' }> = {
  talking: { label: texts.statusTalking, tone: 'blue' },
  open: { label: texts.statusOpen, tone: 'blue' },
  deciding: { label: texts.statusDeciding, tone: 'amber' },
  decided: { label: texts.statusDecided, tone: 'green' },
  withdrawn: { label: texts.statusWithdrawn, tone: 'grey' },
};

export const claimOutcomes = [
  { value: 'none', label: texts.outcomeNone },
  { value: 'part', label: texts.outcomePart },
  { value: 'full', label: texts.outcomeFull },
  { value: 'credit', label: texts.outcomeCredit },
  { value: 'replacement', label: texts.outcomeReplacement },
] as const;

/** Whether something can still be said, withdrawn or decided. */
export function isOver({ status }: Pick<Claim, 'status'>): boolean {
  return status === 'decided' || status === 'withdrawn';
}

/** The day on which a claim is decided at the latest: that ends at an instant which the clock calls the next day's midnight. */
export function decisionDay({ decideBy }: Pick<Claim, 'decideBy'>): string {
  return formatDate(new Date(Date.parse(decideBy) - 1).toISOString());
}
