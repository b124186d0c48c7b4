import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { waitlistPath } from '#rules/paths/learner-paths.ts';
import { creditPath, packagesPath } from '#rules/paths/money-paths.ts';
import * as texts from '#texts/dashboard.ts';
import { useBalance } from '../../money/billing/credit/use-credit.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes } from '../../platform/ui/format-time.ts';
import { Section } from '../../platform/ui/Section.tsx';

/** What a learner has to spend, and what they wait for: each figure leads to its page. */
export function OwnMeans() {
  const { data } = useBalance();
  const minutesLeft = data?.packages.reduce((sum, each) => sum + each.minutesLeft, 0) ?? 0;
  return (
    <Section title={texts.creditPackagesWaitlist}>
      <ul className="card grid divide-line max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        <Means to={creditPath} name={texts.credit}>
          {data ? formatMoney(data.creditCents) : ' '}
        </Means>
        <Means to={packagesPath} name={texts.packages}>
          {data ? texts.minutesLeft({ left: formatMinutes(minutesLeft) }) : ' '}
        </Means>
        <Means to={waitlistPath} name={texts.waitlist}>
          {texts.hearWhenATimeIsFree}
        </Means>
      </ul>
    </Section>
  );
}

function Means({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className="block px-5 py-4 text-ink no-underline hover:underline">
        <span className="block font-semibold">{name}</span>
        <span className="figures block text-soft">{children}</span>
      </Link>
    </li>
  );
}
