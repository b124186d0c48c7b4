import { Link } from 'react-router';
import * as authTexts from '#texts/auth.ts';
import * as texts from '#texts/terms.ts';
import type { TermsAnswer } from '#wire/terms.ts';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { inline } from '../../platform/ui/inline.ts';

type TermsTickProps = {
  terms: TermsAnswer;
  isTicked: boolean;
  error: string | undefined;
  onTick: (isTicked: boolean) => void;
};

/** The tick for the terms in force, for who has not agreed to them yet; the banner that asks the same leaves a page with it alone. */
export function TermsTick({ terms, isTicked, error, onTick }: TermsTickProps) {
  const open = (path: string) => (text: string) => (
    <Link to={path} target="_blank">
      {text}
    </Link>
  );
  return (
    <div className="asks-terms">
      {terms.acceptances.length > 0 && (
        <>
          <p className="font-semibold">{texts.theTermsHaveChanged}</p>
          <ul className="grid list-disc gap-1 pl-5">
            {terms.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      <Checkbox
        name="terms"
        label={inline(authTexts.iAgreeToTheTerms({ terms: open('/terms'), privacy: open('/privacy') }))}
        error={error}
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
      />
    </div>
  );
}
