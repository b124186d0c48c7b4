import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { reportsPath } from '#rules/paths/staff-paths.ts';
import { dayMs } from '#rules/time/durations.ts';
import { parseDate } from '#rules/time/local-time.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { localeFor } from '#texts/locale-for.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';

/**
 * Tells whoever scheduled a report that it is there, or that it failed; by mail in any case, as it was asked for. The file is not sent along: it names people,
 * and each look at it is written down.
 */
export async function announceReport(engine: Engine, tx: Transaction, report: RecordValues): Promise<void> {
  const name = String(report.name);
  const isReady = report.status === 'ready';
  if (!isReady && report.status !== 'failed') return;
  await notifyOnce(engine, tx, [
    {
      user: String(report.author),
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
        const days = daysText(String(report.from), String(report.to), language);
        return isReady
          ? { title: texts.reportReady({ name }), message: texts.reportIsReady({ name, days }) }
          : { title: texts.reportFailed({ name }), message: texts.reportHasFailed({ name, days }) };
      },
      link: reportsPath,
      key: `report:${String(report.id)}:${String(report.status)}`,
      isRequired: true,
    },
  ]);
}

/** Local days as people write them: `16–22 November 2026`. */
function daysText(from: string, to: string, language: string): string {
  const format = new Intl.DateTimeFormat(localeFor(language), { dateStyle: 'long', timeZone: 'UTC' });
  const [first, last] = [from, to].map((date) => (parseDate(date) ?? 0) * dayMs);
  return format.formatRange(first ?? 0, last ?? 0);
}
