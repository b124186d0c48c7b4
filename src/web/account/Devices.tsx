import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { describeDevice, isHandheld } from '#rules/devices/describe-device.ts';
import { signOut } from '../session/backend.ts';
import type { SessionUser } from '../session/session.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatStart, zoneLabel } from '../ui/format-time.ts';
import { Pagination } from '../ui/Pagination.tsx';
import { AfterDelay, Skeleton } from '../ui/Skeleton.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { shownZone } from './shown-zone.ts';
import { type Device, useDevices, useEndingDevices } from './use-devices.ts';

/** Where one is signed in, and how to end that there. */
export function Devices({ user }: { user: SessionUser }) {
  const [params] = useSearchParams();
  const page = Math.max(1, Number(params.get('devices')) || 1);
  const { data, isError, refetch } = useDevices(page);
  const ending = useEndingDevices();
  const [leaving, setLeaving] = useState(false);
  const zone = shownZone(user);
  const end = (device: Device) => (device.isCurrent ? setLeaving(true) : ending.mutate(device));
  return (
    <SettingsSection
      title="Devices"
      lead={`Where you are signed in. Times are in ${zoneLabel(zone)}, exact to a quarter of an hour.`}
    >
      {isError && !data && <ErrorState title="Your devices could not be loaded" onRetry={() => void refetch()} />}
      {!data && !isError && (
        <AfterDelay what="your devices">
          <Skeleton className="h-20 w-full" />
        </AfterDelay>
      )}
      {data && (
        <>
          <ul aria-label="Devices" className="card divide-y divide-line [&>*]:border-line">
            {data.items.map((device) => (
              <DeviceLine key={device.id} device={device} zone={zone} isBusy={ending.isPending} onEnd={end} />
            ))}
          </ul>
          <Pagination page={page} totalPages={data.totalPages} searchOf={(to) => `?devices=${to}`} />
          {data.totalItems > 1 && (
            <Button
              variant="secondary"
              className="justify-self-start"
              isBusy={ending.isPending}
              onClick={() => ending.mutate('others')}
            >
              Sign out all other devices
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        isOpen={leaving}
        onOpenChange={setLeaving}
        title="Sign out of this device?"
        description="You go back to the start page and can sign in again at any time."
        cancelLabel="Stay signed in"
        confirmLabel="Sign out"
        onConfirm={() => void signOut()}
      />
    </SettingsSection>
  );
}

type DeviceLineProps = { device: Device; zone: string; isBusy: boolean; onEnd: (device: Device) => void };

function DeviceLine({ device, zone, isBusy, onEnd }: DeviceLineProps) {
  const Icon = isHandheld(device.userAgent) ? Smartphone : Monitor;
  const name = describeDevice(device.userAgent);
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <Icon size={22} strokeWidth={1.75} aria-hidden className="shrink-0 text-soft" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {device.isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className="break-words text-sm text-soft">
          Last used <time dateTime={device.lastUsed}>{formatStart(device.lastUsed, zone)}</time> from {device.ip}
        </p>
        <p className="text-sm text-soft">
          Signed in <time dateTime={device.created}>{formatStart(device.created, zone)}</time>
          {waysIn[device.method] ?? ''}
        </p>
      </div>
      <Button variant="quiet" className="shrink-0 px-2" disabled={isBusy} onClick={() => onEnd(device)}>
        Sign out<span className="unseen"> {name}</span>
      </Button>
    </li>
  );
}

const waysIn: Record<string, string | undefined> = {
  password: ' with the password',
  otp: ' with a code',
  oauth2: ' with Google',
  recovery: ' with a recovery code',
};
