import type { Engine } from '#engine/engine.ts';
import { tokenAlphabet } from '#engine/random.ts';

const codeLength = 20;

/** A new own learner gets the code to join with; nobody guesses it. */
export function registerOwnLearnerHooks(engine: Engine): void {
  engine.hooks.on('own_learners', {
    async beforeCreate({ record }) {
      record.inviteCode ||= engine.random.text(codeLength, tokenAlphabet);
    },
  });
}
