import * as texts from '#texts/verifying.ts';
import type { Check, Paper } from '../../../platform/records/profile-record.ts';

/** One thing to look at (rules 16 and 28). */
export type Item = {
  kind: string;
  label: string;
  /** The field at which the instructor reads what is wrong. */
  field: string;
  /** Asked for where what was seen ends on a day. */
  dateLabel?: string;
  /** How that day is found. */
  dateHint?: string;
  isNeeded: boolean;
  /** It is seen on a paper of this kind and on nothing else. */
  isOnPaper?: true;
};

export const checklist: readonly Item[] = [
  { kind: 'tp_list', label: texts.seenOnPoliceList, field: 'licence', isNeeded: true },
  {
    kind: 'licence',
    label: texts.seenLicence,
    field: 'licence',
    dateLabel: texts.validUntil,
    isNeeded: true,
    isOnPaper: true,
  },
  { kind: 'name', label: texts.seenName, field: 'name', isNeeded: true },
  { kind: 'photo', label: texts.seenPhoto, field: 'photo', isNeeded: true },
  { kind: 'vehicle', label: texts.seenVehicle, field: 'vehicle', isNeeded: true, isOnPaper: true },
  { kind: 'dual_controls', label: texts.seenDualControls, field: 'vehicle', isNeeded: false },
  {
    kind: 'insurance',
    label: texts.seenInsurance,
    field: 'insurance',
    dateLabel: texts.validUntil,
    isNeeded: true,
    isOnPaper: true,
  },
  {
    kind: 'medical',
    label: texts.seenMedical,
    field: 'medical',
    dateLabel: texts.validUntil,
    isNeeded: false,
    isOnPaper: true,
  },
  {
    kind: 'age',
    label: texts.seenAge,
    field: 'licence',
    dateLabel: texts.seventyFifthBirthday,
    dateHint: texts.seventyFifthBirthdayHint,
    isNeeded: true,
  },
  { kind: 'offer', label: texts.seenOffer, field: 'bio', isNeeded: false },
];

/** What was found at one item: nothing yet, that it is right, or what is wrong. */
export type Finding = {
  state: '' | 'right' | 'wrong';
  date: string;
  reason: string;
  /** The day of an earlier verification, while nobody looked anew. */
  seenBefore?: string | undefined;
};
export type Findings = Readonly<Record<string, Finding>>;

type Known = { papers: readonly Paper[]; before: readonly Check[] };

/** The items of which nobody sent a paper, or none that was not refused, and nobody saw one last time: they can't be right. */
export function itemsWithoutPaper({ papers, before }: Known): Item[] {
  return checklist.filter(
    ({ kind, isOnPaper }) =>
      isOnPaper &&
      !papers.some((paper) => paper.kind === kind && paper.status !== 'refused') &&
      !before.some((check) => check.kind === kind),
  );
}

/** What is known before somebody looks: what the papers say of themselves, what was found last time, and the day of the 75th birthday. */
export function startingFindings({ papers, before, retiresOn }: Known & { retiresOn: string }): Findings {
  return Object.fromEntries(
    checklist.map(({ kind }) => {
      const paper = papers.find((each) => each.kind === kind && each.status === 'pending');
      const last = before.find((check) => check.kind === kind);
      const finding: Finding = {
        state: last && !paper ? 'right' : '',
        date: paper?.expiresOn || last?.expiresOn || (kind === 'age' ? retiresOn : ''),
        reason: '',
        seenBefore: paper ? undefined : last?.checkedOn,
      };
      return [kind, finding];
    }),
  );
}

/** The checks that a verification carries: what was found right, seen today, or when it was seen last where nobody touched it now. */
export function checksOf(findings: Findings, today: string): Check[] {
  return checklist.flatMap(({ kind, dateLabel }) => {
    const finding = findings[kind];
    if (finding?.state !== 'right') return [];
    const { date, seenBefore } = finding;
    return { kind, checkedOn: seenBefore ?? today, expiresOn: dateLabel ? date : '', note: '' };
  });
}

/** What is wrong, in one text a field. */
export function reasonsOf(findings: Findings): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const { kind, field } of checklist) {
    const { state, reason } = findings[kind] ?? {};
    if (state === 'wrong' && reason?.trim()) reasons[field] = [reasons[field], reason.trim()].filter(Boolean).join(' ');
  }
  return reasons;
}

/** The first thing in the way of accepting: something wrong, or something needed that nobody has looked at. */
export function inTheWay(findings: Findings): Item | undefined {
  return checklist.find(({ kind, isNeeded, dateLabel }) => {
    const { state, date } = findings[kind] ?? { state: '', date: '' };
    if (state === 'wrong') return true;
    if (state === 'right') return dateLabel !== undefined && date === '';
    return isNeeded;
  });
}
