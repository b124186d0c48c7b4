import { Link } from 'react-router';
import * as texts from '#texts/terms.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { useTerms } from './use-terms.ts';

/** What one has agreed to, for the settings: each version with its day, the newest first. */
export function AgreedTerms({ user }: { user: SessionUser }) {
  const { data: terms, isError } = useTerms(user);
  return (
    <div className="py-4">
      <b className="font-semibold">{texts.termsAndPrivacy}</b>
      {isError && <p className="text-note text-soft">{texts.couldNotBeRead}</p>}
      {terms?.acceptances.length === 0 && <p className="text-note text-soft">{texts.notAgreedYet}</p>}
      <ul className="text-note text-soft">
        {terms?.acceptances.map(({ version, accepted }) => (
          <li key={version}>{texts.agreedOn({ version, date: formatDate(accepted) })}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-5">
        <Link to="/terms" className="inline-flex min-h-11 min-w-12 items-center">
          {texts.readTheTerms}
        </Link>
        <Link to="/privacy" className="inline-flex min-h-11 items-center">
          {texts.readThePrivacyPolicy}
        </Link>
      </p>
    </div>
  );
}
