import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isHandheld } from '#rules/devices/describe-device.ts';
import * as texts from '#texts/account.ts';
import type { Device } from '#wire/account.ts';
import { forgetWork } from '../../platform/offline/forget-work.ts';
import { leaveOrAsk } from '../../platform/offline/leaving.ts';
import { signOut } from '../../platform/session/backend.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ConfirmDialog } from '../../platform/ui/Dialog.tsx';
import { formatStart, zoneLabel } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Pagination } from '../../platform/ui/Pagination.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { deviceName } from './device-name.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { shownZone } from './shown-zone.ts';
import { useDevices, useEndingDevices } from './use-devices.ts';

/** Where one is signed in, and how to end that there. */
export function Devices({ user }: { user: SessionUser }) {
  const [params] = useSearchParams();
  const page = Math.max(1, Number(params.get('devices')) || 1);
  const read = useDevices(page);
  const { data } = read;
  const ending = useEndingDevices();
  const [leaving, setLeaving] = useState(false);
  const zone = shownZone(user);
  const end = (device: Device) => (device.isCurrent ? setLeaving(true) : ending.mutate(device));
  return (
    <SettingsSection title={texts.devices} lead={texts.devicesLead({ zone: zoneLabel(zone) })}>
      <WhenRead read={read} what={texts.yourDevices} notLoaded={texts.devicesNotLoaded} skeleton="h-20 w-full">
        {data && (
          <>
            <ul aria-label={texts.devices} className="card divide-y divide-line [&>*]:border-line">
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
                {texts.signOutAllOtherDevices}
              </Button>
            )}
          </>
        )}
      </WhenRead>
      <ConfirmDialog
        isOpen={leaving}
        onOpenChange={setLeaving}
        title={texts.signOutOfThisDevice}
        description={texts.afterDeletion}
        cancelLabel={texts.staySignedIn}
        confirmLabel={texts.signOut}
        onConfirm={() => {
          setLeaving(false);
          leaveOrAsk(() => {
            forgetWork();
            void signOut();
          });
        }}
      />
    </SettingsSection>
  );
}

type DeviceLineProps = { device: Device; zone: string; isBusy: boolean; onEnd: (device: Device) => void };

function DeviceLine({ device, zone, isBusy, onEnd }: DeviceLineProps) {
  const Icon = isHandheld(device.userAgent) ? Smartphone : Monitor;
  const name = device.method === 'staff' ? texts.supportLooks : deviceName(device.userAgent);
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <Icon size={22} strokeWidth={1.75} aria-hidden className="shrink-0 text-soft" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {device.isCurrent && <Badge tone="green">{texts.thisDevice}</Badge>}
        </p>
        <p className="break-words text-note text-soft">
          {inline(
            texts.lastUsedLastUsedFromIp({
              time: (text) => <time dateTime={device.lastUsed}>{text}</time>,
              lastUsed: formatStart(device.lastUsed, zone),
              ip: device.ip,
            }),
          )}
        </p>
        <p className="text-note text-soft">
          {inline(
            texts.signedInWhenAndHow({
              time: (text) => <time dateTime={device.created}>{text}</time>,
              created: formatStart(device.created, zone),
              method: device.method,
            }),
          )}
        </p>
      </div>
      <Button variant="quiet" className="shrink-0 px-2" disabled={isBusy} onClick={() => onEnd(device)}>
        {inline(texts.signOutName({ span: (text) => <span className="unseen">{text}</span>, name }))}
      </Button>
    </li>
  );
}
