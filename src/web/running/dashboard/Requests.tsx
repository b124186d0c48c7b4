import * as texts from '#texts/dashboard.ts';
import type { InstructorDashboardAnswer } from '#wire/dashboard.ts';
import { AnswerRequest } from '../../booking/lessons/AnswerRequest.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatLessonTime } from '../../platform/ui/format-time.ts';

/** Lessons that were asked for and paid and wait for the instructor's answer; nothing when there is none. */
export function Requests({ answer, zone }: { answer: InstructorDashboardAnswer; zone: string | undefined }) {
  const all = [...answer.today.lessons, ...answer.tomorrow.lessons, ...answer.upcoming];
  const requests = all.filter(({ status }) => status === 'requested');
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="requests" className="mb-8 rounded-lg border border-amber-line bg-amber-tint">
      <h2 id="requests" className="px-4 pt-4 pb-2 text-title md:px-6">
        {texts.lessonsWait({ count: requests.length })}
      </h2>
      <ul>
        {requests.map((lesson) => (
          <li
            key={lesson.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-amber-line border-t px-4 py-4 first:border-t-0 md:px-6"
          >
            <div>
              <p className="figures font-bold">{formatLessonTime(lesson.start, lesson.end, zone)}</p>
              <p className="figures">
                {[lesson.learner.name, lesson.pickup, formatMoney(lesson.priceCents)].filter(Boolean).join(' · ')}
              </p>
              {lesson.note && <p>&ldquo;{lesson.note}&rdquo;</p>}
            </div>
            <AnswerRequest lesson={lesson} learnerName={lesson.learner.name} zone={zone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
