import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as texts from '#texts/account.ts';
import type { Device, DevicesAnswer } from '#wire/account.ts';
import { callMarketplace, readMarketplace } from '../../platform/session/backend.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';

export const devicesKey = ['devices'] as const;
export const devicesPageSize = 10;

/** A page of the devices, last used first. */
export function useDevices(page: number) {
  return useQuery({
    queryKey: [...devicesKey, page],
    queryFn: ({ signal }) => readMarketplace<DevicesAnswer>('devices', { page, perPage: devicesPageSize }, signal),
    placeholderData: keepPreviousData,
  });
}

/** Signs one device out, or all others. One that is signed out already is what was wanted. */
export function useEndingDevices() {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (device: Device | 'others') =>
      device === 'others' ? callMarketplace('DELETE', 'devices') : callMarketplace('DELETE', `devices/${device.id}`),
    onSuccess: (_answer, device) =>
      toast({ text: device === 'others' ? texts.allOtherDevicesAreSigned : texts.theDeviceIsSignedOut }),
    onError: () => toast({ text: texts.deviceNotSigned, isFailure: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: devicesKey }),
  });
}
