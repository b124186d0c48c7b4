import * as texts from '#texts/skills.ts';

const skillNames: Record<string, string> = {
  cockpit_drill: texts.cockpitDrill,
  moving_off: texts.movingOff,
  steering: texts.steering,
  speed_control: texts.speedControl,
  gears: texts.gears,
  s_course: texts.sCourse,
  crank_course: texts.crankCourse,
  directional_change: texts.directionalChange,
  vertical_parking: texts.verticalParking,
  parallel_parking: texts.parallelParking,
  slope_start: texts.slopeStart,
  ramp: texts.ramp,
  emergency_brake: texts.emergencyBrake,
  mirrors: texts.mirrors,
  blind_spot: texts.blindSpot,
  signals: texts.signals,
  confirm_safety: texts.confirmSafety,
  lane_position: texts.lanePosition,
  lane_change: texts.laneChange,
  junctions: texts.junctions,
  u_turn: texts.uTurn,
  roundabout: texts.roundabout,
  pedestrian_crossing: texts.pedestrianCrossing,
  yellow_box: texts.yellowBox,
  following_distance: texts.followingDistance,
  vulnerable_users: texts.vulnerableUsers,
  merging: texts.merging,
  defensive_driving: texts.defensiveDriving,
  test_route: texts.testRoute,
  mock_test: texts.mockTest,
};

const groupNames: Record<string, string> = {
  Controls: texts.controls,
  Circuit: texts.circuit,
  Observation: texts.observation,
  Road: texts.road,
  Hazard: texts.hazard,
  'Test day': texts.testDay,
};

/** What each level from 1 to 5 is called. */
export const levelNames: readonly string[] = [
  texts.introduced,
  texts.helped,
  texts.prompted,
  texts.independent,
  texts.reflection,
];

/** What a skill of the syllabus is called; one that is not known here, as the server calls it. */
export function skillName(id: string, otherwise = id): string {
  return skillNames[id] ?? otherwise;
}

/** What a group of skills is called. */
export function skillGroupName(group: string): string {
  return groupNames[group] ?? group;
}
