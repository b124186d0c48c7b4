import { hourMs } from '#rules/time/durations.ts';
import type { DemoRow } from './demo.store.ts';
import { demoId } from './demo-chance.ts';
import { isoOf } from './demo-dates.ts';
import { learnerId } from './demo-people.ts';

type Question = {
  learner: string;
  category: string;
  subject: string;
  text: string;
  askedHoursAgo: number;
  /** Asked so much earlier that the answer was to be there by now. */
  isLate?: true;
};

const questions: readonly Question[] = [
  {
    learner: 'junhao',
    category: 'payment',
    subject: 'Receipt with my company’s name',
    text: 'My company pays for two of my lessons. Can the receipt carry its name?',
    askedHoursAgo: 3,
    isLate: true,
  },
  {
    learner: 'huimin',
    category: 'booking',
    subject: 'Can my first lesson be moved?',
    text: 'I have an exam that morning. May I take the lesson in the afternoon instead?',
    askedHoursAgo: 1,
  },
];

/** By when what was asked at an instant is answered, in epoch milliseconds: people answer in the support hours. */
type Promised = (askedMs: number) => Promise<number>;

/** Questions to the support that wait for an answer, one of them for too long. */
export async function supportRows(
  nowMs: number,
  promised: Promised,
): Promise<{ requests: DemoRow[]; messages: DemoRow[] }> {
  const requests: DemoRow[] = [];
  const messages: DemoRow[] = [];
  for (const { learner, category, subject, text, askedHoursAgo, isLate } of questions) {
    let askedMs = nowMs - askedHoursAgo * hourMs;
    while (isLate && (await promised(askedMs)) >= nowMs) askedMs -= hourMs;
    const at = isoOf(askedMs);
    const user = learnerId({ key: learner });
    const id = demoId('support', learner);
    const stamps = { created: at, updated: at, _author: user };
    requests.push({
      id,
      user,
      category,
      subject,
      status: 'open',
      answerBy: isoOf(await promised(askedMs)),
      lastText: text,
      lastMessageAt: at,
      ...stamps,
    });
    messages.push({
      id: demoId('support-message', learner),
      request: id,
      sender: user,
      fromSupport: false,
      text,
      attachments: [],
      ...stamps,
    });
  }
  return { requests, messages };
}
