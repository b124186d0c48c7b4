import * as texts from '#texts/adminReports.ts';
import { formatNumber } from '#texts/format-number.ts';
import type { BadgeTone } from '../../../platform/ui/Badge.tsx';
import type { SelectOption } from '../../../platform/ui/Select.tsx';

/** A report as its collection answers it; days are of Singapore, both included. */
export type Report = {
  id: string;
  name: string;
  type: string;
  format: string;
  from: string;
  to: string;
  status: string;
  size: number;
  file: string;
  problem: string;
  created: string;
};

export const reportTypes: readonly SelectOption[] = [
  { value: 'analytics', label: texts.analytics },
  { value: 'financial', label: texts.financial },
  { value: 'performance', label: texts.performance },
  { value: 'security', label: texts.security },
];

export const reportFormats: readonly SelectOption[] = [
  { value: 'csv', label: texts.csv },
  { value: 'xlsx', label: texts.xlsx },
  { value: 'pdf', label: texts.pdf },
];

/** How often a report is made: once now, or by itself. */
export const reportRhythms: readonly SelectOption[] = [
  { value: 'once', label: texts.once },
  { value: 'day', label: texts.everyDay },
  { value: 'week', label: texts.everyWeek },
  { value: 'month', label: texts.everyMonth },
];

export const reportStatuses: ReadonlyArray<SelectOption & { tone: BadgeTone }> = [
  { value: 'ready', label: texts.ready, tone: 'green' },
  { value: 'processing', label: texts.processing, tone: 'amber' },
  { value: 'failed', label: texts.failed, tone: 'red' },
];

/** What each type has in it, for whoever asks for one. */
export const typeHints: Readonly<Record<string, string>> = {
  analytics: texts.analyticsAbout,
  financial: texts.everyEntryOfTheLedger,
  performance: texts.eachInstructorsLessonsHours,
  security: texts.securityAbout,
};

/** Bytes as people read them: `0 B`, `812 B`, `3.4 KB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${formatNumber(size, 1)} ${units[unit]}`;
}
