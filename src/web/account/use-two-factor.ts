import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend, readMarketplace } from '../session/backend.ts';
import { devicesKey } from './use-devices.ts';

type TwoFactor = { isOn: boolean; recoveryCodesLeft: number };
type Change = { isOn: boolean; password: string };

const key = ['two-factor'] as const;

/** Whether signing in takes a mailed code after the password, and how it is changed. */
export function useTwoFactor() {
  const queries = useQueryClient();
  const setting = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readMarketplace<TwoFactor>('two-factor', {}, signal),
  });
  const changing = useMutation({
    mutationFn: async (body: Change) => {
      const backend = await loadBackend();
      type Answer = { isOn: boolean; recoveryCodes: string[] };
      return backend.send<Answer>('/api/marketplace/two-factor', { method: 'POST', body });
    },
    onSuccess({ isOn, recoveryCodes }) {
      queries.setQueryData(key, { isOn, recoveryCodesLeft: recoveryCodes.length } satisfies TwoFactor);
      // Turned on, it signs the others out.
      void queries.invalidateQueries({ queryKey: devicesKey });
    },
  });
  return { setting, changing };
}
