import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { askPath } from '#rules/paths/help-paths.ts';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/reliability.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Notice } from '../../platform/ui/Notice.tsx';
import { useStanding } from './use-standing.ts';

const appeal = (text: ReactNode) => <Link to={askPath}>{text}</Link>;

/** Says to a learner or an instructor what follows from lessons that were missed or called off late; nothing while nothing does. */
export function StandingNotice({ side }: { side: 'learner' | 'instructor' }) {
  const { data } = useStanding();
  const { reliabilityDays, instructorHideAt } = usePolicy();
  const days = formatUnit(reliabilityDays, 'day');
  if (side === 'learner') {
    const { state, count, until } = data?.learner ?? { state: 'good', count: 0, until: null };
    if (state === 'good' || until === null) return null;
    return <Said>{texts.learnerAsks({ count, days, until: formatDate(until) })}</Said>;
  }
  const standing = data?.instructor;
  if (!standing || standing.state === 'good') return null;
  const { count, hiddenUntil, appealUntil, warnedUntil } = standing;
  if (hiddenUntil === null) {
    return (
      <Said>
        {texts.instructorWarned({ count, days, until: formatDate(warnedUntil ?? ''), hideAt: instructorHideAt })}
      </Said>
    );
  }
  return (
    <Said>
      {inline(
        texts.instructorHidden({
          ...{ count, days, appeal },
          until: formatDate(hiddenUntil),
          appealUntil: formatDate(appealUntil ?? hiddenUntil),
        }),
      )}
    </Said>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <Notice kind="attention" className="mb-6">
      <p>{children}</p>
    </Notice>
  );
}
