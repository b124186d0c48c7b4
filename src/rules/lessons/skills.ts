/** A skill of the practical test's syllabus (docs/rules.md, a7). */
export type Skill = { id: string; name: string; group: string };

const groups: Record<string, Record<string, string>> = {
  Controls: {
    cockpit_drill: 'Cockpit drill',
    moving_off: 'Moving off and stopping',
    steering: 'Steering',
    speed_control: 'Speed and brake control',
    gears: 'Gear and clutch',
  },
  Circuit: {
    s_course: 'S-course',
    crank_course: 'Crank course',
    directional_change: 'Directional change',
    vertical_parking: 'Vertical parking',
    parallel_parking: 'Parallel parking',
    slope_start: 'Slope start',
    ramp: 'Ramp',
    emergency_brake: 'Emergency brake',
  },
  Observation: {
    mirrors: 'Mirrors',
    blind_spot: 'Blind spot',
    signals: 'Signals',
    confirm_safety: 'Confirming safety',
  },
  Road: {
    lane_position: 'Keeping left and lane position',
    lane_change: 'Lane change',
    junctions: 'Junctions, left and right',
    u_turn: 'U-turn',
    roundabout: 'Roundabout',
    pedestrian_crossing: 'Pedestrian crossing',
    yellow_box: 'Yellow box',
  },
  Hazard: {
    following_distance: 'Following distance',
    vulnerable_users: 'Cyclists and pedestrians',
    merging: 'Merging and bus lanes',
    defensive_driving: 'Defensive driving',
  },
  'Test day': {
    test_route: 'Test-route drive',
    mock_test: 'Full mock test',
  },
};

/** The thirty skills in the order of the syllabus. */
export const skills: readonly Skill[] = Object.entries(groups).flatMap(([group, named]) =>
  Object.entries(named).map(([id, name]) => ({ id, name, group })),
);

/** Levels 1 to 5, as 20 to 100 percent (docs/rules.md, a7). */
export const skillLevels = ['Introduced', 'Helped', 'Prompted', 'Independent', 'Reflection'] as const;

/** A level from 1 to 5 in percent. */
export function percentOfLevel(level: number): number {
  return level * 20;
}

/** The skills that a licence class is tested in: an automatic car (3A) has no clutch. */
export function skillsOfClass(licenceClass: string): readonly Skill[] {
  return licenceClass === '3A' ? skills.filter(({ id }) => id !== 'gears') : skills;
}
