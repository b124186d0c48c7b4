import type { Skill } from '#rules/lessons/skills.ts';
import * as texts from '#texts/lessonLog.ts';
import { levelNames, skillGroupName, skillName } from './skill-words.ts';

type SkillLevelsProps = {
  skills: readonly Skill[];
  levels: Readonly<Record<string, number>>;
  /** The levels of earlier lessons, to see what is new beside what was. */
  earlier: Readonly<Record<string, number>>;
  onChange: (skill: string, level: number) => void;
};

/** Every skill of the syllabus, by group, with the level the learner reached today: one tap each. */
export function SkillLevels({ skills, levels, earlier, onChange }: SkillLevelsProps) {
  const groups = [...new Set(skills.map(({ group }) => group))];
  return (
    <div className="grid gap-3">
      <p className="text-note text-soft">
        {levelNames.map((name, index) => `${index + 1} ${name.toLowerCase()}`).join(' · ')}
      </p>
      {groups.map((group) => {
        const members = skills.filter((skill) => skill.group === group);
        const practised = members.filter(({ id }) => levels[id]).length;
        return (
          <details key={group} className="rounded border border-line">
            <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 px-4 font-semibold">
              {skillGroupName(group)}
              <span className="figures font-normal text-note text-soft">
                {practised > 0
                  ? texts.practisedOfCount({ practised, count: members.length })
                  : texts.countOf({ count: members.length })}
              </span>
            </summary>
            <div className="grid gap-3 px-4 pb-4">
              {members.map((skill) => (
                <SkillLevel
                  key={skill.id}
                  skill={skill}
                  level={levels[skill.id] ?? 0}
                  earlier={earlier[skill.id]}
                  onChange={(level) => onChange(skill.id, level)}
                />
              ))}
            </div>
          </details>
        );
      })}
    </div>
  );
}

type SkillLevelProps = {
  skill: Skill;
  level: number;
  earlier: number | undefined;
  onChange: (level: number) => void;
};

function SkillLevel({ skill, level, earlier, onChange }: SkillLevelProps) {
  return (
    <fieldset className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <legend className="float-left">
        {skillName(skill.id)}
        {earlier !== undefined && (
          <small className="block text-note text-soft">
            {texts.earlierLevel({ level: earlier, name: (levelNames[earlier - 1] ?? '').toLowerCase() })}
          </small>
        )}
      </legend>
      <div className="flex w-full max-sm:-mx-4 max-sm:w-[calc(100%+2rem)] sm:w-66">
        {[0, 1, 2, 3, 4, 5].map((choice) => (
          <label
            key={choice}
            className={`figures -ml-px grid h-11 min-w-0 flex-1 cursor-pointer place-items-center border border-line-strong first:ml-0 first:rounded-l last:rounded-r has-checked:font-bold has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-green has-focus-visible:outline-offset-2 ${choice === 0 ? 'has-checked:bg-tint' : 'has-checked:bg-green has-checked:text-on-green'}`}
          >
            <input
              type="radio"
              className="unseen"
              name={`skill-${skill.id}`}
              checked={choice === level}
              onChange={() => onChange(choice)}
              aria-label={choice === 0 ? texts.notPractised : `${choice} ${levelNames[choice - 1]}`}
            />
            <span aria-hidden>{choice === 0 ? '–' : choice}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
