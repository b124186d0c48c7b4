import { useState } from 'react';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/terms.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useTelling } from '../../platform/session/use-telling.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { TermsWords } from './TermsWords.tsx';
import { useAccepting, useTerms } from './use-terms.ts';

const laterKey = 'kerbside_terms_later';

/**
 * Asks whoever has not agreed to the terms in force, once in a tab; booking and paying ask again (use-terms-gate.tsx). It lies at the lower edge and
 * takes its place below the page's end, so that nothing moves when it comes and nothing stays behind it. A page with a bar of its own there, or
 * one that asks itself, is left alone.
 */
export function TermsBanner({ user }: { user: SessionUser }) {
  const tell = useTelling();
  const { data: terms } = useTerms(user);
  const accepting = useAccepting(user);
  const [later, setLater] = useState(() => sessionStorage.getItem(laterKey));
  const mark = `${user.id} ${terms?.version}`;
  // Staff work under their contract.
  if (!terms || terms.isAccepted || later === mark || isStaffRole(user.role)) return null;
  const agree = () => tell(accepting.mutateAsync({ version: terms.version, how: 'asked' }), { done: texts.thankYou });
  const ask = () => {
    sessionStorage.setItem(laterKey, mark);
    setLater(mark);
  };
  return (
    <section
      aria-labelledby="terms-banner"
      className="terms-bar order-last border-tint-line border-t bg-tint px-4 py-3 has-[~main_:is(.page-bar,.asks-terms)]:hidden md:px-8 print:hidden"
    >
      <div className="mx-auto flex w-full max-w-[68rem] flex-wrap items-center gap-x-8 gap-y-2">
        <div className="min-w-0 grow">
          <h2 id="terms-banner" className="text-title">
            {terms.acceptances.length > 0 ? texts.theTermsHaveChanged : texts.pleaseAgree}
          </h2>
          <TermsWords terms={terms} />
          {accepting.error && (
            <p role="alert" className="font-semibold text-red">
              {messageFor(accepting.error, texts.couldNotBeWrittenDown)}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button isBusy={accepting.isPending} onClick={agree}>
            {texts.iAgree}
          </Button>
          <Button variant="quiet" onClick={ask}>
            {texts.later}
          </Button>
          <p className="text-note text-soft">{texts.onlyBookingWaits}</p>
        </div>
      </div>
    </section>
  );
}
