import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { loadBackend } from './backend.ts';

/** A token for the private files, renewed before it ends. */
export function useFileToken(isNeeded: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ['file-token'],
    queryFn: async () => (await loadBackend()).files.getToken(),
    enabled: isNeeded,
    staleTime: 60_000,
    refetchInterval: 90_000,
    placeholderData: keepPreviousData,
  });
  return data;
}
