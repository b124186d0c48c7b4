import type { RecordValues } from '#engine/collections/record-values.ts';
import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { reportsPath } from '#rules/paths/staff-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from '../notifications/notify-once.ts';

/**
 * Tells whoever scheduled a report that it is there, or that it failed; by mail in any case, as it was asked for. The file is not sent along: it names people,
 * and each look at it is written down.
 */
export async function announceReport(engine: Engine, tx: Transaction, report: RecordValues): Promise<void> {
  const [name, days] = [String(report.name), `${String(report.from)} – ${String(report.to)}`];
  const isReady = report.status === 'ready';
  if (!isReady && report.status !== 'failed') return;
  await notifyOnce(engine, tx, [
    {
      user: String(report.author),
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
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
