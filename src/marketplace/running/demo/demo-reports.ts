import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { addDays, instantOn } from './demo-dates.ts';
import { demoAdminId } from './demo-people.ts';

/** The reports of the demo: one of each type. Three are made at the start, by the queue; one shows what a failure looks like. */
export function reportRows(today: string): DemoRow[] {
  const first = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
  const last = addDays(`${today.slice(0, 7)}-01`, -1);
  const report = (type: string, name: string, daysAgo: number) => ({
    id: demoId('report', type),
    name,
    type,
    from: first,
    to: last,
    status: 'processing',
    size: 0,
    file: '',
    problem: '',
    author: demoAdminId,
    created: instantOn(addDays(today, -daysAgo), 9 * 60),
    updated: instantOn(addDays(today, -daysAgo), 9 * 60 + 1),
  });
  return [
    report('analytics', 'Monthly figures', 1),
    report('financial', 'Ledger of the month', 2),
    report('performance', 'Instructors of the month', 3),
    { ...report('security', 'Accounts and access', 4), status: 'failed', problem: 'The server was stopped meanwhile.' },
  ];
}
