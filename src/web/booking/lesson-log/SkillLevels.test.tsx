import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { skills } from '#rules/lessons/skills.ts';
import { SkillLevels } from './SkillLevels.tsx';

test('the level of an earlier lesson stands beside the new one, and nothing where a skill is new', () => {
  const [known, fresh] = skills;
  if (!known || !fresh) throw new Error('There are skills to practise');
  const shown = renderToStaticMarkup(
    <SkillLevels
      skills={[known, fresh]}
      levels={{ [known.id]: 4, [fresh.id]: 2 }}
      earlier={{ [known.id]: 3 }}
      onChange={() => {}}
    />,
  );
  expect(shown.match(/Last time: /g)).toHaveLength(1);
  expect(shown).toContain('Last time: 3 prompted');
});
