import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/students.ts';
import type { TaughtLesson } from '#wire/students.ts';
import { skillName } from '../../booking/lesson-log/skill-words.ts';
import { moneyTag } from '../../money/entries/MoneyLink.tsx';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatMinutes, formatStart } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';

/** Every lesson of a student, latest first, with its price and what was written down of it. */
export function StudentLessons({ lessons, zone }: { lessons: readonly TaughtLesson[]; zone: string }) {
  return (
    <section aria-labelledby="lessons">
      <h2 id="lessons" className="mb-3 text-title">
        {texts.lessons}
      </h2>
      {lessons.length === 0 && <p className="text-soft">{texts.lessonsStandHere}</p>}
      {lessons.length > 0 && (
        <ul className="card">
          {lessons.map((lesson) => (
            <LessonLine key={lesson.id} lesson={lesson} zone={zone} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LessonLine({ lesson, zone }: { lesson: TaughtLesson; zone: string }) {
  const { id, start, durationMinutes, status, priceCents, paidCents, isPaidByHand, log } = lesson;
  const { word, tone } = statusWords(status, 'instructor');
  return (
    <li className="break-inside-avoid border-line border-t px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={lessonPath(id)} className="figures inline-flex min-h-12 items-center font-semibold">
          {formatStart(start, zone)}
        </Link>
        <span className="text-soft">{formatMinutes(durationMinutes)}</span>
        <Badge tone={tone}>{word}</Badge>
        <span className="figures ml-auto">
          {isPaidByHand
            ? texts.paidToYou({ price: formatMoney(priceCents) })
            : inline(
                texts.paidHere({
                  paid: formatMoney(paidCents),
                  link: moneyTag({ cents: paidCents, of: 'lesson', id }),
                }),
              )}
        </span>
      </div>
      {log && log.skills.length > 0 && (
        <p className="text-soft">
          {log.skills
            .map(({ skill, level }) => texts.skillAtLevel({ skill: skillName(skill, skill), level }))
            .join(', ')}
        </p>
      )}
      {log?.mockTest && (
        <p className="font-semibold">
          {log.mockTest.failed
            ? texts.mockTestFailed({ points: log.mockTest.points })
            : texts.mockTestPassed({ points: log.mockTest.points })}
        </p>
      )}
      {log?.notes && <p>{log.notes}</p>}
    </li>
  );
}
