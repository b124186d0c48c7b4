import { minuteMs } from '#rules/time/durations.ts';
import type { DemoRow } from './demo.store.ts';
import { demoChance, demoId } from './demo-chance.ts';
import { isoOf } from './demo-dates.ts';
import type { DemoLesson } from './demo-lessons.ts';
import { instructorId, instructorUserId, learnerId } from './demo-people.ts';

type Side = 'learner' | 'instructor';
type Line = readonly [side: Side, text: string];

const talks: readonly (readonly Line[])[] = [
  [
    ['learner', 'Hello, can we do parallel parking this time? I still hit the kerb every second time.'],
    ['instructor', 'Sure. We take the first half hour for it, behind the community centre. It is quiet there.'],
    ['learner', 'Thank you!'],
    ['instructor', 'Bring your glasses, and your PDL as always.'],
  ],
  [
    ['learner', 'I booked the practical test. How many lessons do you think I still need?'],
    ['instructor', 'Four or five. Then one mock test on the real route, and we know.'],
    ['learner', 'OK, I will book them week by week.'],
  ],
  [
    [
      'instructor',
      'The road in front of your block is closed for works. Can you come to the bus stop at the junction?',
    ],
    ['learner', 'No problem, I am there five minutes early.'],
    ['instructor', 'Good. You know the car.'],
  ],
  [
    ['learner', 'May my mother sit in the back for the first lesson?'],
    ['instructor', 'Yes, she is welcome. She must wear the seat belt, too.'],
    ['learner', 'She will. See you then.'],
  ],
];

/** What the people of coming lessons wrote to each other since they booked: a conversation for each pair, its last line not read yet. */
export function messageRows(
  lessons: readonly DemoLesson[],
  nowMs: number,
): { conversations: DemoRow[]; messages: DemoRow[] } {
  const pairs = new Map<string, DemoLesson>();
  for (const lesson of lessons) {
    const pair = `${lesson.plan.learner.name} ${lesson.plan.instructor.name}`;
    if (lesson.status === 'confirmed' && !pairs.has(pair)) pairs.set(pair, lesson);
  }
  const talked = [...pairs].map(([pair, lesson]) => talkOf(pair, lesson, nowMs));
  return {
    conversations: talked.map(({ conversation }) => conversation),
    messages: talked.flatMap(({ messages }) => messages),
  };
}

function talkOf(pair: string, { plan, bookedMs }: DemoLesson, nowMs: number) {
  const chance = demoChance(`talk:${pair}`);
  const lines = chance.pick(talks);
  const id = demoId('conversation', pair);
  const people: Record<Side, string> = {
    learner: learnerId(plan.learner),
    instructor: instructorUserId(plan.instructor),
  };
  const stepMs = Math.max(1, Math.floor((nowMs - bookedMs) / (lines.length + 1)));
  const messages = lines.map(([side, text], place) => ({
    id: demoId('message', `${pair} ${place}`),
    conversation: id,
    sender: people[side],
    text,
    created: isoOf(bookedMs + Math.min((place + 1) * stepMs, (place + 1) * 35 * minuteMs)),
    _author: people[side],
  }));
  const last = messages.at(-1);
  const lastSide = lines.at(-1)?.[0] ?? 'learner';
  const conversation = {
    id,
    learner: people.learner,
    instructor: instructorId(plan.instructor),
    learnerName: plan.learner.name,
    instructorName: plan.instructor.name,
    lastText: last?.text ?? '',
    lastSender: last?.sender ?? '',
    lastMessageAt: last?.created,
    learnerUnread: lastSide === 'instructor' ? 1 : 0,
    instructorUnread: lastSide === 'learner' ? 1 : 0,
    learnerReadAt: messages.at(-2)?.created,
    instructorReadAt: messages.at(-2)?.created,
    created: messages[0]?.created,
    updated: last?.created,
  };
  return { conversation, messages: messages.map((message) => ({ ...message, updated: message.created })) };
}
