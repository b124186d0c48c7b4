import { type MockFault, mockTestFailsAt, readMockFaults, scoreMockTest } from '#rules/lessons/mock-test.ts';

/** What an instructor has put into a log and not sent yet. Points are typed where no faults were tapped. */
export type LogDraft = {
  levels: Record<string, number>;
  notes: string;
  points: string;
  failedAtOnce: boolean;
  faults: MockFault[];
};

const empty: LogDraft = { levels: {}, notes: '', points: '', failedAtOnce: false, faults: [] };
const keyOf = (lesson: string) => `kerbside_log_${lesson}`;

/** The draft of a lesson's log on this device: a reload, or a phone that put the page away, must not cost the lesson's notes. */
export function readLogDraft(storage: Pick<Storage, 'getItem'>, lesson: string): LogDraft | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(lesson)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...empty, ...kept } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft; `undefined` forgets it. A full or forbidden storage keeps none. */
export function keepLogDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  lesson: string,
  draft: LogDraft | undefined,
): void {
  try {
    if (draft) storage.setItem(keyOf(lesson), JSON.stringify(draft));
    else storage.removeItem(keyOf(lesson));
  } catch {
    // The form goes on without.
  }
}

/** A log that was sent, as the form has it. */
export function draftOf(log: {
  skills: { skill: string; level: number }[] | null;
  notes: string;
  mockTest: { points: number; failed: boolean; faults?: unknown } | null;
}): LogDraft {
  return {
    levels: Object.fromEntries((log.skills ?? []).map(({ skill, level }) => [skill, level])),
    notes: log.notes,
    points: log.mockTest ? String(log.mockTest.points) : '',
    failedAtOnce: log.mockTest?.failed ?? false,
    faults: readMockFaults(log.mockTest?.faults),
  };
}

/** The mock test of a draft, as it is sent: its faults with what they come to, else the points that were typed; null where there was none. */
export function mockTestOf({ points, failedAtOnce, faults }: LogDraft) {
  if (faults.length > 0) return { ...scoreMockTest(faults), faults };
  if (points.trim() === '') return null;
  return { points: Number(points), failed: failedAtOnce || Number(points) >= mockTestFailsAt };
}

/** Whether the points of a mock test are a whole number from 0 to 1000, or not given. */
export function arePoints(text: string): boolean {
  return text.trim() === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) <= 1000);
}

export const emptyDraft = empty;
