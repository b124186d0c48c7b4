import * as texts from '#texts/schedule.ts';
import { type Gap, isTight } from './day-gaps.ts';

/** The time between two lessons and the drive in it, as people say it. */
export function gapText(gap: Gap): string {
  const { freeMinutes: free, driveMinutes: drive } = gap;
  if (!drive) return texts.gapFree({ free });
  return isTight(gap) ? texts.gapTight({ free, drive }) : texts.gapWithDrive({ free, drive });
}

/** The same where a column is narrow. */
export function shortGapText(gap: Gap): string {
  const { freeMinutes: free, driveMinutes: drive } = gap;
  return drive ? texts.gapShort({ free, drive, isTight: String(isTight(gap)) }) : texts.gapFree({ free });
}
