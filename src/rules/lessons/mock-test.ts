/** So many points fail the practical test (docs/rules.md, a7). */
export const mockTestFailsAt = 20;
/** Points come in steps of so many: 18 is the highest sum that passes. */
export const mockTestStep = 2;

/** A fault that was seen in a mock test: with what it cost, or as one that ends the test. */
export type MockFault = { fault: string; points: number; isImmediate?: boolean };

/** Faults that cost points, by the group of skills they belong to; in the order of the syllabus. */
export const mockFaults: Readonly<Record<string, readonly string[]>> = {
  Controls: ['seat_belt', 'handbrake', 'wrong_gear', 'acceleration', 'steering'],
  Circuit: ['struck_kerb', 'struck_pole', 'rolled_back', 'over_time', 'extra_reverses'],
  Observation: ['safety_not_confirmed', 'mirrors', 'blind_spot', 'signals'],
  Road: ['road_hogging', 'abrupt_change', 'stopped_on_crossing', 'too_slow', 'side_clearance'],
  Hazard: ['following_distance', 'hazard_missed'],
};

/** What ends a test at once, whatever the points. */
export const immediateFailures: readonly string[] = [
  'red_light',
  'sign_disobeyed',
  'stop_line',
  'way_not_given',
  'careless_lane_change',
  'accident',
  'wrong_course',
  'emergency_brake',
  'mounted_kerb',
];

/** What the faults of a mock test come to. */
export function scoreMockTest(faults: readonly MockFault[]): { points: number; failed: boolean } {
  const points = faults.reduce((sum, fault) => sum + fault.points, 0);
  return { points, failed: points >= mockTestFailsAt || faults.some(({ isImmediate }) => isImmediate) };
}

/** The faults in a log, as it was sent from anywhere: what has not their form is left out. */
export function readMockFaults(faults: unknown): MockFault[] {
  return Array.isArray(faults) ? faults.filter(isFault) : [];
}

function isFault(value: unknown): value is MockFault {
  if (typeof value !== 'object' || value === null) return false;
  const { fault, points, isImmediate = false } = value as Record<string, unknown>;
  return (
    typeof fault === 'string' && Number.isInteger(points) && Number(points) >= 0 && typeof isImmediate === 'boolean'
  );
}
