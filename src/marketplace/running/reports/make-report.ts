import type { RecordValues } from '#engine/collections/record-values.ts';
import { createTurns } from '#engine/create-turns.ts';
import type { Engine } from '#engine/engine.ts';
import { findRow } from '#engine/records/record-store.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import { instantOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import type { Span } from '../../platform/reads/read-span.ts';
import { encodeApart, mostRows, TooLongForForm } from './encode-apart.ts';
import { type ReportFormat, reportFormats } from './encode-table.ts';
import type { ReportType } from './reports.collection.ts';
import { reportTypes } from './reports.collection.ts';
import { findAuthorLanguage, noteNamed } from './reports.store.ts';
import { writeReport } from './write-report.ts';

// One after the other: the rows of each lie in memory while its file is made.
const inTurn = createTurns(1);

/**
 * Makes the file of a report that waits for it; done twice, it is made once. A report that can't be made is failed with the reason, to be
 * tried again by hand; when not even that can be written down, the queue tries again.
 */
export function makeReport(engine: Engine, id: string): Promise<void> {
  return inTurn(() => makeFile(engine, id));
}

async function makeFile(engine: Engine, id: string): Promise<void> {
  const collection = engine.collections.get('reports');
  const row = await findRow(engine.db, collection, id);
  if (row?.status !== 'processing') return;
  const type = reportTypes.find((candidate) => candidate === row.type);
  if (!type) throw new Error(`There is no report of the type ${String(row.type)}.`);
  const format = reportFormats.find((candidate) => candidate === row.format) ?? 'csv';
  try {
    const span = spanOf(String(row.from), String(row.to));
    const language = await findAuthorLanguage(engine.db, id);
    await noteNamed(engine.db, { id, type, ...span });
    // One row more tells that there are too many.
    const table = await writeReport(engine, type, { span, language, most: mostRows[format] + 1 });
    const days = `${String(row.from)} – ${String(row.to)}`;
    const texts = exportsIn(language);
    const page = { title: String(row.name), subtitle: days, note: texts.reportNote };
    const bytes = await encodeApart(engine, { format, table, page: { ...page, nowMs: engine.clock.nowMs() } });
    await finish(engine, id, { status: 'ready', size: bytes.length, problem: '' }, { type, format, bytes });
  } catch (error) {
    // Nobody waits for a report that was deleted while it was made.
    if (!(await findRow(engine.db, collection, id))) return;
    if (error instanceof TooLongForForm) return finish(engine, id, { status: 'failed', problem: error.message });
    engine.log.error({ err: error, report: id }, 'A report could not be made.');
    await finish(engine, id, { status: 'failed', problem: 'Something went wrong while the file was made.' });
  }
}

const mediaTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

async function finish(
  engine: Engine,
  id: string,
  fields: Omit<Partial<RecordValues>, 'id'>,
  made?: { type: ReportType; format: ReportFormat; bytes: Buffer },
): Promise<void> {
  const files = made
    ? { file: [{ name: `${made.type}-report.${made.format}`, type: mediaTypes[made.format], bytes: made.bytes }] }
    : {};
  const request = { context: 'default', method: 'PATCH', auth: null, query: {}, headers: {}, body: {} } as const;
  const collection = engine.collections.get('reports');
  await updateRecord(engine, { collection, id, body: { fields, files }, request, system: true });
}

/** Whole days in Singapore, both included. */
function spanOf(from: string, to: string): Span {
  const [first, last] = [parseDate(from), parseDate(to)];
  if (first === undefined || last === undefined) throw new Error(`A report has no days ${from} to ${to}.`);
  return { fromMs: instantOf(platformZone, first, 0), toMs: instantOf(platformZone, last + 1, 0) };
}
