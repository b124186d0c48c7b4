import { Link } from 'react-router';
import {
  allLessonsPath,
  analyticsPath,
  bankPath,
  ledgerPath,
  payoutsDeskPath,
  questionsPath,
} from '#rules/paths/staff-paths.ts';
import { roleHasRight } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/adminAnalytics.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { classNames } from '../../../platform/ui/class-names.ts';

const parts = [
  { name: 'figures', label: texts.figures, path: analyticsPath, right: 'analytics' },
  { name: 'questions', label: texts.questions, path: questionsPath, right: 'analytics' },
  { name: 'lessons', label: texts.lessons, path: allLessonsPath, right: 'lessons' },
  { name: 'payouts', label: texts.payouts, path: payoutsDeskPath, right: 'payouts' },
  { name: 'ledger', label: texts.ledger, path: ledgerPath, right: 'ledger' },
  { name: 'bank', label: texts.bank, path: bankPath, right: 'payments' },
] as const;

/** The parts of Analytics, each with an address of its own: what was counted, the lessons themselves, the payouts and the books; those that the role opens. */
export function AnalyticsParts({ open }: { open: (typeof parts)[number]['name'] }) {
  const user = useSession();
  const own = parts.filter(({ right }) => roleHasRight(user?.role, right));
  return (
    <nav aria-label={texts.analytics} className="mb-6 flex print:hidden">
      <span className="flex flex-wrap overflow-hidden rounded border border-line-strong">
        {own.map(({ name, label, path }) => (
          <Link
            key={name}
            to={path}
            aria-current={name === open ? 'page' : undefined}
            className={classNames(
              'flex min-h-11 items-center px-2.5 font-semibold sm:px-4 no-underline',
              name === open ? 'bg-green text-on-green' : 'bg-surface text-ink hover:bg-tint',
            )}
          >
            {label}
          </Link>
        ))}
      </span>
    </nav>
  );
}
