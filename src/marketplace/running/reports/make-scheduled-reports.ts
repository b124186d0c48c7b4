import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId } from '#engine/random.ts';
import { daysOfDue, nextDue } from '#rules/reports/report-schedule.ts';
import { roleHasRight } from '#rules/staff/staff-rights.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import { insertScheduledReport, moveSchedule, takeDueSchedule } from './report-schedules.store.ts';

/**
 * Asks for the reports that are due, each once. One that was due while no server ran is made late, of the days it was due for; those between are left out. A
 * schedule rests when its author no longer makes reports.
 */
export async function makeScheduledReports(engine: Engine, nowMs: number): Promise<void> {
  while (await engine.db.transaction((tx) => makeNext(engine, tx, nowMs)));
}

async function makeNext(engine: Engine, tx: Transaction, nowMs: number): Promise<boolean> {
  const schedule = await takeDueSchedule(tx, nowMs);
  if (!schedule) return false;
  const { id, every, dueMs, role, ...wanted } = schedule;
  const mayAsk = role === null ? wanted.author === '' : roleHasRight(role, 'reports');
  await moveSchedule(tx, { id, dueMs: nextDue(every, nowMs, platformZone), isPaused: !mayAsk });
  if (!mayAsk) return true;
  const days = daysOfDue(every, dueMs, platformZone);
  const row = await insertScheduledReport(tx, { ...wanted, ...days, id: newId(engine.random), schedule: id, nowMs });
  if (!row) return true;
  await engine.jobs.add(tx, 'make-report', { report: row.id });
  const collection = engine.collections.get('reports');
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'create' }));
  return true;
}
