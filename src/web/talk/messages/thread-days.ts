import * as texts from '#texts/messages.ts';
import { formatDay, localDateOf } from '../../platform/ui/format-time.ts';

export type ThreadDay<Item> = { date: string; label: string; items: Item[] };

/** Messages, oldest first, by the local day on which they were written: `Today`, `Yesterday`, else the date. */
export function threadDays<Item extends { created: string }>(items: readonly Item[], now: Date): ThreadDay<Item>[] {
  const days: ThreadDay<Item>[] = [];
  for (const item of items) {
    const date = localDateOf(item.created);
    const last = days.at(-1);
    if (last?.date === date) last.items.push(item);
    else days.push({ date, label: labelOf(item.created, now), items: [item] });
  }
  return days;
}

function labelOf(created: string, now: Date): string {
  const age = (Date.parse(localDateOf(now)) - Date.parse(localDateOf(created))) / 86_400_000;
  if (age === 0) return texts.today;
  if (age === 1) return texts.yesterday;
  const year = localDateOf(created).slice(0, 4);
  return year === localDateOf(now).slice(0, 4) ? formatDay(created) : `${formatDay(created)} ${year}`;
}
