import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TwoFactorAnswer, TwoFactorChangeAnswer } from '#wire/account.ts';
import { callMarketplace, readMarketplace } from '../../platform/session/backend.ts';
import { devicesKey } from './use-devices.ts';

type Change = { isOn: boolean; password: string };

export const twoFactorKey = ['two-factor'] as const;

/** Whether signing in takes a second factor, and how it is changed. */
export function useTwoFactor() {
  const queries = useQueryClient();
  const setting = useQuery({
    queryKey: twoFactorKey,
    queryFn: ({ signal }) => readMarketplace<TwoFactorAnswer>('two-factor', {}, signal),
  });
  const changing = useMutation({
    mutationFn: (body: Change) => callMarketplace<TwoFactorChangeAnswer>('POST', 'two-factor', { body }),
    onSuccess({ isOn, recoveryCodes }) {
      queries.setQueryData(twoFactorKey, { isOn, recoveryCodesLeft: recoveryCodes.length } satisfies TwoFactorAnswer);
      // Turned on, it signs the others out.
      void queries.invalidateQueries({ queryKey: devicesKey });
    },
  });
  return { setting, changing };
}
