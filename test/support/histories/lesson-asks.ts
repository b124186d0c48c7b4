import { type Ask, card, hourMs, type Lesson, minuteMs, record, type Scene, startIn } from './ask.ts';
import type { Some } from './steps.ts';

type AboutLesson = Some<'pay' | 'cancel' | 'waive' | 'move' | 'teach' | 'miss' | 'claim'>;

/** What is asked about one lesson, by its parties and staff. */
export function aboutLesson(what: AboutLesson, lesson: Lesson, scene: Scene): Ask[] {
  const { people, nowMs, newId } = scene;
  const of = { learner: lesson.learner, teacher: lesson.owner, admin: people.admin };
  switch (what.kind) {
    case 'pay':
      return [{ person: lesson.learner, path: record('payments'), body: { lesson: lesson.id, ...card } }];
    case 'cancel': {
      const refundTo = what.by === 'learner' && what.isCreditWanted ? { refundTo: 'credit' } : {};
      return [{ person: of[what.by], path: record('cancellations'), body: { lesson: lesson.id, ...refundTo } }];
    }
    case 'waive':
      return [{ person: of[what.by], path: record('waivers'), body: { lesson: lesson.id, reason: 'It rained.' } }];
    case 'move': {
      const id = newId();
      const other = what.by === 'learner' ? lesson.owner : lesson.learner;
      const wish = { id, lesson: lesson.id, start: startIn(nowMs, what.hours) };
      const answer: Ask = {
        person: other,
        path: `${record('reschedules')}/${id}`,
        body: { status: what.answer },
        method: 'PATCH',
      };
      return [
        { person: of[what.by], path: record('reschedules'), body: wish },
        ...(what.answer === 'none' ? [] : [answer]),
      ];
    }
    case 'teach':
      return teach(what, lesson, scene);
    case 'miss':
      return miss(what, lesson, scene);
    case 'claim':
      return claim(what, lesson, scene);
  }
}

/** The time goes on until then, if it is not later already. */
const until = (toMs: number, nowMs: number): Ask[] => (toMs > nowMs ? [{ toMs }] : []);

function teach(
  what: Some<'teach'>,
  { id: lesson, learner, owner, startMs, endMs, code }: Lesson,
  { nowMs }: Scene,
): Ask[] {
  const here = (person: string): Ask => ({ person, path: record('arrivals'), body: { lesson } });
  const late = what.lateMinutes ?? 0;
  const arrivals = [here(learner), ...(late > 0 ? until(startMs + late * minuteMs, nowMs) : []), here(owner)];
  const review = { lesson, rating: 4, text: 'Calm and clear.' };
  return [
    ...until(startMs, nowMs),
    ...(what.lateMinutes === undefined ? [] : arrivals),
    { person: owner, path: record('lesson_starts'), body: { lesson, code, pdlSeen: true } },
    ...until(endMs, nowMs),
    { person: owner, path: record('lesson_logs'), body: { lesson, skills: [] } },
    ...(what.isConfirmed ? [{ person: learner, path: record('lesson_confirmations'), body: { lesson } }] : []),
    ...[learner, owner].slice(0, what.reviews).map((person) => ({ person, path: record('reviews'), body: review })),
  ];
}

function miss(
  { by, decided }: Some<'miss'>,
  { id: lesson, learner, owner, startMs }: Lesson,
  { people, nowMs, newId }: Scene,
): Ask[] {
  const [noShow, contest] = [newId(), newId()];
  const [teller, missing] = by === 'teacher' ? [owner, learner] : [learner, owner];
  const decision = { contest, missing: decided, reason: 'We asked both.' };
  const isDecided = decided === 'learner' || decided === 'instructor';
  const contested: Ask[] = [
    { person: missing, path: record('no_show_contests'), body: { id: contest, noShow, text: 'I was there.' } },
    ...(isDecided ? [{ person: people.admin, path: record('no_show_decisions'), body: decision }] : []),
  ];
  return [
    ...until(startMs + 16 * minuteMs, nowMs),
    { person: teller, path: record('no_shows'), body: { id: noShow, lesson } },
    ...(decided === 'uncontested' ? [] : contested),
  ];
}

function claim(
  { about, outcome }: Some<'claim'>,
  { id: lesson, learner, startMs }: Lesson,
  { people, nowMs, newId }: Scene,
): Ask[] {
  const id = newId();
  const said = { id, lesson, kind: about, text: 'The car broke down.' };
  const decision = {
    claim: id,
    outcome,
    reason: 'We talked to both.',
    ...(outcome === 'part' ? { refundCents: 2000 } : {}),
  };
  const withdrawn: Ask = {
    person: learner,
    path: `${record('claims')}/${id}`,
    body: { status: 'withdrawn' },
    method: 'PATCH',
  };
  const decided: Ask = { person: people.admin, path: record('claim_decisions'), body: decision };
  return [
    ...until(startMs + 2 * hourMs, nowMs),
    { person: learner, path: record('claims'), body: said },
    ...(outcome === 'open' ? [] : [outcome === 'withdrawn' ? withdrawn : decided]),
  ];
}
