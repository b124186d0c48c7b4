import { Link } from 'react-router';
import * as texts from '#texts/terms.ts';
import type { TermsAnswer } from '#wire/terms.ts';
import { formatDate } from '../../platform/ui/format-time.ts';

/** What is asked to be agreed to: the version with its date, what is new in it, and the ways to both texts. */
export function TermsWords({ terms }: { terms: TermsAnswer }) {
  const { version, inForceFrom, changes } = terms;
  return (
    <>
      <p>{texts.inForceSince({ version, date: formatDate(inForceFrom) })}</p>
      {changes.length > 0 && (
        <>
          <p className="mt-2 font-semibold">{texts.whatIsNew}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-1 flex flex-wrap gap-x-5">
        <Link to="/terms" target="_blank" className="inline-flex min-h-11 items-center">
          {texts.readTheTerms}
        </Link>
        <Link to="/privacy" target="_blank" className="inline-flex min-h-11 items-center">
          {texts.readThePrivacyPolicy}
        </Link>
      </p>
    </>
  );
}
