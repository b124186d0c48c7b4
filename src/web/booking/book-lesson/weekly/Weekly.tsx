import type { BookingAddress } from '#rules/paths/booking-path.ts';
import { ChooseWeeks } from './ChooseWeeks.tsx';
import { PayWeekly } from './PayWeekly.tsx';

/** The same time in several weeks: which of them, then one payment for all. */
export function Weekly({ address: { weekly = '', series = '' } }: { address: BookingAddress }) {
  return series ? <PayWeekly key={series} series={series} /> : <ChooseWeeks key={weekly} lessonId={weekly} />;
}
