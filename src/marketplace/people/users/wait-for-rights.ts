import type { Row } from '#engine/database/database.ts';
import type { RecordHooks } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';

/** Tells whose account it is, in its record, since when the role has its rights: `rightsFrom`, there only while they wait. */
export function tellOfWaiting(nowMs: () => number): NonNullable<RecordHooks['present']> {
  return (record, viewer, row) => {
    const from = viewer?.id === row.id && viewer?.actor === '' ? rightsFrom(row, nowMs()) : undefined;
    if (from !== undefined) record.rightsFrom = from;
  };
}

/** Since when an account's role of staff has its rights, after what opens the account was changed; undefined where nothing waits. */
export function rightsFrom({ role, _rights_from: from }: Row, nowMs: number): string | undefined {
  return isStaffRole(role) && from instanceof Date && from.getTime() > nowMs ? wireDate(from) : undefined;
}
