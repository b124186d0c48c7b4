import * as texts from '#texts/broadcasts.ts';
import type { BadgeTone } from '../../../platform/ui/Badge.tsx';
import type { SelectOption } from '../../../platform/ui/Select.tsx';

export const kindChoices: readonly SelectOption[] = [
  { value: 'necessary', label: texts.necessary },
  { value: 'news', label: texts.news },
  { value: 'offers', label: texts.offers },
];

/** Whom each kind reaches. */
export const kindHints: Readonly<Record<string, string>> = {
  necessary: texts.necessaryMeans,
  news: texts.newsMeans,
  offers: texts.offersMean,
};

export const audienceChoices: readonly SelectOption[] = [
  { value: 'everybody', label: texts.everybody },
  { value: 'learners', label: texts.learners },
  { value: 'instructors', label: texts.instructors },
];

export const broadcastStatuses: ReadonlyArray<SelectOption & { tone: BadgeTone }> = [
  { value: 'draft', label: texts.draft, tone: 'grey' },
  { value: 'sending', label: texts.sending, tone: 'amber' },
  { value: 'sent', label: texts.sent, tone: 'green' },
  { value: 'stopped', label: texts.stopped, tone: 'red' },
];
