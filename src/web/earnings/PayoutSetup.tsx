import { useMutation, useQuery } from '@tanstack/react-query';
import * as texts from '#texts/earnings.ts';
import type { OnboardingAnswer, PayeeAnswer } from '#wire/payouts.ts';
import { callMarketplace, readMarketplace } from '../session/backend.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

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
  const setUp = useMutation({
    mutationFn: async () => {
      const { url } = await callMarketplace<OnboardingAnswer>('POST', 'payee/onboarding');
      window.location.assign(url);
    },
  });
  if (!data?.isNeeded || data.isReady) return null;
  return (
    <Notice kind="attention">
      <p className="mb-3">{texts.payoutsNeedAccount}</p>
      <Button isBusy={setUp.isPending} busyText={texts.openingStripe} onClick={() => setUp.mutate()}>
        {texts.setUpPayouts}
      </Button>
      {setUp.isError && <p className="mt-3">{texts.setUpFailed}</p>}
    </Notice>
  );
}
