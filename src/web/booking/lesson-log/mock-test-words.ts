import * as texts from '#texts/mockTest.ts';

const names: Readonly<Record<string, string>> = {
  seat_belt: texts.seatBelt,
  handbrake: texts.handbrake,
  wrong_gear: texts.wrongGear,
  acceleration: texts.acceleration,
  steering: texts.steering,
  struck_kerb: texts.struckKerb,
  struck_pole: texts.struckPole,
  rolled_back: texts.rolledBack,
  over_time: texts.overTime,
  extra_reverses: texts.extraReverses,
  safety_not_confirmed: texts.safetyNotConfirmed,
  mirrors: texts.mirrors,
  blind_spot: texts.blindSpot,
  signals: texts.signals,
  road_hogging: texts.roadHogging,
  abrupt_change: texts.abruptChange,
  stopped_on_crossing: texts.stoppedOnCrossing,
  too_slow: texts.tooSlow,
  side_clearance: texts.sideClearance,
  following_distance: texts.followingDistance,
  hazard_missed: texts.hazardMissed,
  red_light: texts.redLight,
  sign_disobeyed: texts.signDisobeyed,
  stop_line: texts.stopLine,
  way_not_given: texts.wayNotGiven,
  careless_lane_change: texts.carelessLaneChange,
  accident: texts.accident,
  wrong_course: texts.wrongCourse,
  emergency_brake: texts.emergencyBrake,
  mounted_kerb: texts.mountedKerb,
};

/** What a fault of a mock test is called; one that is not known here, as whoever sent it calls it. */
export function faultName(fault: string): string {
  return names[fault] ?? fault;
}
