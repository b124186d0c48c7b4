/** A skill of the practical test (domain.md a7). `manualOnly` ones are not taught for automatic cars (3A). */
export type Skill = { code: string; name: string; group: SkillGroup; manualOnly: boolean };

/** The parts of the marking sheet, in the order in which they are taught. */
export const skillGroups = ['Controls', 'Circuit', 'Observation', 'Road', 'Hazard', 'Test day'] as const;
export type SkillGroup = (typeof skillGroups)[number];

/** The five levels of a skill and how far they are on the way, in percent (domain.md a7). */
export const skillLevels = [
  { level: 1, name: 'Introduced', percent: 20 },
  { level: 2, name: 'Helped', percent: 40 },
  { level: 3, name: 'Prompted', percent: 60 },
  { level: 4, name: 'Independent', percent: 80 },
  { level: 5, name: 'Reflection', percent: 100 },
] as const;

const named: Record<SkillGroup, Record<string, string>> = {
  Controls: {
    cockpit_drill: 'Cockpit drill',
    moving_off: 'Moving off and stopping',
    steering: 'Steering',
    speed_control: 'Speed and brake control',
    gear_clutch: 'Gear and clutch',
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
    confirm_safety: 'Confirm safety',
  },
  Road: {
    lane_position: 'Keeping left and lane position',
    lane_change: 'Lane change',
    junctions: 'Junctions, left and right',
    u_turn: 'U-turn',
    roundabout: 'Roundabouts',
    crossing: 'Pedestrian crossings',
    yellow_box: 'Yellow box',
  },
  Hazard: {
    following_distance: 'Following distance',
    vulnerable_users: 'Cyclists and pedestrians',
    merging: 'Merging and bus lanes',
    defensive_driving: 'Defensive driving',
  },
  'Test day': { test_route: 'Test-route drive', mock_test: 'Full mock test' },
};

/** The 30 skills of Class 3, 29 of Class 3A, in the order in which they are taught. */
export const skills: readonly Skill[] = skillGroups.flatMap((group) =>
  Object.entries(named[group]).map(([code, name]) => ({ code, name, group, manualOnly: code === 'gear_clutch' })),
);

/** The skills that a licence class is tested on: an automatic class has no gears and clutch. */
export function skillsOf(licenceClass: string): Skill[] {
  const isAutomatic = licenceClass.endsWith('A');
  return skills.filter((skill) => !(isAutomatic && skill.manualOnly));
}

/** The skill of that code, or undefined. */
export function findSkill(code: string): Skill | undefined {
  return skills.find((skill) => skill.code === code);
}
