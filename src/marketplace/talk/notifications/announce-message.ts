import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { conversationPath } from '#rules/paths/message-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { notifyOnce } from './notify-once.ts';

type Announced = {
  message: string;
  sender: string;
  excerpt: string;
  parties: { id: string; learner: string; learnerName: string; instructorUser: string; instructorName: string };
};

/** Tells the other side of a conversation that something new is there. Whoever reads it within ten minutes gets no mail. */
export async function announceMessage(
  engine: Engine,
  tx: Transaction,
  { message, parties, sender, excerpt }: Announced,
): Promise<void> {
  const isFromLearner = sender === parties.learner;
  const name = isFromLearner ? parties.learnerName : parties.instructorName;
  await notifyOnce(engine, tx, [
    {
      user: isFromLearner ? parties.instructorUser : parties.learner,
      write: (language) => {
        const texts = noticesIn(language);
        const shown = [...(name || texts.yourOtherSide)].slice(0, 100).join('');
        return { title: texts.messageFrom({ name: shown }), message: excerpt };
      },
      link: conversationPath(parties.id),
      key: `message:${message}`,
      patienceMinutes: 10,
    },
  ]);
}
