import { askPath } from '#rules/paths/help-paths.ts';
import '../../platform/ground/public-styles.ts';
import { Link } from 'react-router';
import { formatHour } from '#texts/format-number.ts';
import * as texts from '#texts/support.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { HelpAnswers } from './HelpAnswers.tsx';

/** The Help Center for everybody, without an account. Asking a person takes one. */
export function PublicHelpPage() {
  const { supportFromHour, supportToHour } = usePolicy();
  return (
    <article className="wrap pt-6">
      <h1 className="mb-5 text-heading">{texts.helpTitle}</h1>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <HelpAnswers />
        <aside aria-labelledby="support" className="card p-5">
          <h2 id="support" className="scroll-mt-24 text-title">
            {texts.askAPerson}
          </h2>
          <p className="mt-2">
            {texts.mondayToFriday({ from: formatHour(supportFromHour), to: formatHour(supportToHour) })}
          </p>
          <p className="mt-2 text-soft">{texts.askAfterSigningIn}</p>
          <p className="mt-4">
            <Link to={askPath} className="btn btn-secondary">
              {texts.askTheSupport}
            </Link>
          </p>
          <p className="mt-4 text-note text-soft">{texts.inDangerCall999First}</p>
        </aside>
      </div>
    </article>
  );
}
