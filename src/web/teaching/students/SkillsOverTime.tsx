import * as texts from '#texts/students.ts';
import type { SkillOverTime } from '#wire/students.ts';
import { skillName } from '../../booking/lesson-log/skill-words.ts';
import { formatDay } from '../../platform/ui/format-time.ts';
import { ProgressLane } from '../../platform/ui/ProgressLane.tsx';

/** How far a learner is in each skill that was logged, with every step on the way: the bar says it at once, the line below says when. */
export function SkillsOverTime({ skills, zone }: { skills: readonly SkillOverTime[]; zone: string }) {
  return (
    <section aria-labelledby="skills">
      <h2 id="skills" className="mb-3 text-title">
        {texts.skills}
      </h2>
      {skills.length === 0 && <p className="text-soft">{texts.skillsStandHere}</p>}
      <ul className="grid gap-4">
        {skills.map(({ skill, name, percent, levels }) => (
          <li key={skill}>
            <ProgressLane label={skillName(skill, name)} percent={percent} />
            <p className="figures mt-1 text-note text-soft">
              {levels.map(({ start, level }) => texts.levelOn({ level, day: formatDay(start, zone) })).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
