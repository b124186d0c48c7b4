import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/earnings.ts';
import type { OnboardingAnswer, PayeeAnswer } from '#wire/payouts.ts';
import { FreshSignIn } from '../../people/account/FreshSignIn.tsx';
import { useFreshly } from '../../people/account/use-own-factors.ts';
import { callMarketplace, readMarketplace } from '../../platform/session/backend.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Notice } from '../../platform/ui/Notice.tsx';

/** Whether the payment provider has to know the signed-in instructor, and does. */
export function usePayee() {
  return useQuery({
    queryKey: ['payee'],
    queryFn: ({ signal }) => readMarketplace<PayeeAnswer>('payee', {}, signal),
  });
}

/** Where the payment provider has to know an instructor before it pays out: says so, and leads there. Nothing where all is well. */
export function PayoutSetup() {
  const { data } = usePayee();
  const user = useSession();
  return user && data?.isNeeded && !data.isReady ? <SetUp user={user} /> : null;
}

function SetUp({ user }: { user: SessionUser }) {
  const setUp = useFreshly(
    user,
    () => callMarketplace<OnboardingAnswer>('POST', 'payee/onboarding'),
    ({ url }) => window.location.assign(url),
  );
  return (
    <Notice kind="attention">
      <p className="mb-3">{texts.payoutsNeedAccount}</p>
      <Button isBusy={setUp.isBusy} busyText={texts.openingStripe} onClick={setUp.start}>
        {texts.setUpPayouts}
      </Button>
      {setUp.failure && <p className="mt-3">{texts.setUpFailed}</p>}
      <FreshSignIn user={user} isOpen={setUp.isAsking} onDone={setUp.goOn} onClose={setUp.stopAsking} />
    </Notice>
  );
}
