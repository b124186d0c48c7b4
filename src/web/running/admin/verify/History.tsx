import * as texts from '#texts/verifying.ts';
import { fieldNames, type Verification } from '../../../platform/records/profile-record.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { formatStart } from '../../../platform/ui/format-time.ts';

const outcomes: Record<string, { words: string; tone: 'green' | 'red' | 'amber' }> = {
  accepted: { words: texts.accepted, tone: 'green' },
  refused: { words: texts.refused, tone: 'red' },
  suspended: { words: texts.suspended, tone: 'red' },
  restored: { words: texts.restored, tone: 'green' },
};

type HistoryProps = { verifications: readonly Verification[]; title?: string };

/** What was decided before and by whom, newest first. */
export function History({ verifications, title = texts.decidedBefore }: HistoryProps) {
  if (verifications.length === 0) return <p className="text-soft">{texts.nothingDecidedYet}</p>;
  return (
    <section aria-labelledby="decided" className="grid gap-3">
      <h3 id="decided" className="text-title">
        {title}
      </h3>
      <ul className="grid gap-2">
        {verifications.map(({ id, outcome, status, reasons, checks, checkerName, created }) => {
          const { words, tone } = outcomes[outcome] ?? { words: outcome, tone: 'amber' as const };
          return (
            <li key={id} className="text-note [overflow-wrap:anywhere]">
              <Badge tone={status === 'done' ? tone : 'amber'}>{words}</Badge>{' '}
              {status === 'waiting' && texts.waitsForASecondPerson} {status === 'withdrawn' && texts.withdrawn}{' '}
              {said(outcome, reasons ?? {})}{' '}
              {(checks ?? []).length > 0 && texts.itemsChecked({ count: (checks ?? []).length })}{' '}
              <span className="text-soft">
                {checkerName}, {formatStart(created)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What was said, with the paper or field that it was said of; a suspension is about the instructor. */
function said(outcome: string, reasons: Readonly<Record<string, string>>): string {
  return Object.entries(reasons)
    .map(([field, reason]) => {
      const name = outcome === 'refused' ? fieldNames[field] : undefined;
      return name ? texts.reasonAbout({ field: name, reason }) : reason;
    })
    .join(' ');
}
