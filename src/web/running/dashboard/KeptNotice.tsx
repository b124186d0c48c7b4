import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/dashboard.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatStart, localDateOf, zoneLabel } from '../../platform/ui/format-time.ts';
import { Notice } from '../../platform/ui/Notice.tsx';

type KeptNoticeProps = {
  /** The dashboard as it was read: when it was made, and when this device had it, in epoch milliseconds. */
  read: { data: { generatedAt: string }; dataUpdatedAt: number; isError: boolean };
  zone?: string | undefined;
  onRetry: () => void;
};

/**
 * Says as of when a dashboard is that may be old: the server did not answer again, it was kept on this device before this page began, or it is of
 * another date, as on a page left open over night. Nothing above one that is new.
 */
export function KeptNotice({ read: { data, dataUpdatedAt, isError }, zone = platformZone, onRetry }: KeptNoticeProps) {
  const isOfBefore = dataUpdatedAt < performance.timeOrigin;
  const isOfAnotherDate = localDateOf(data.generatedAt, zone) !== localDateOf(currentTime(), zone);
  if (!isError && !isOfBefore && !isOfAnotherDate) return null;
  return (
    <Notice kind="attention" className="mb-6">
      <p>{texts.asOfThen({ time: formatStart(data.generatedAt, zone), zone: zoneLabel(zone) })}</p>
      <Button variant="secondary" className="mt-3" onClick={onRetry}>
        {texts.readItAgain}
      </Button>
    </Notice>
  );
}
