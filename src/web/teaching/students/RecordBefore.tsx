import * as texts from '#texts/students.ts';
import type { RecordBefore as Before } from '#wire/students.ts';
import { skillName } from '../../booking/lesson-log/skill-words.ts';
import { formatDate, formatMinutes, formatStart } from '../../platform/ui/format-time.ts';
import { ProgressLane } from '../../platform/ui/ProgressLane.tsx';

/** What instructors wrote down who taught a learner before: how far in each skill, and each lesson. */
export function RecordBefore({ before, zone }: { before: readonly Before[]; zone: string }) {
  return before.map(({ instructorName, handedOverAt, skillHistory, lessons }) => (
    <section key={handedOverAt} aria-label={texts.beforeWith({ name: instructorName })}>
      <h2 className="text-title">{texts.beforeWith({ name: instructorName })}</h2>
      <p className="mb-3 text-soft">
        {texts.handedOverOn({ day: formatDate(handedOverAt, zone), count: lessons.length })}
      </p>
      <ul className="grid gap-4">
        {skillHistory.map(({ skill, name, percent }) => (
          <li key={skill}>
            <ProgressLane label={skillName(skill, name)} percent={percent} />
          </li>
        ))}
      </ul>
      {lessons.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-12 content-center text-green">{texts.lessonsBefore}</summary>
          <ul className="card">
            {lessons.map(({ id, start, durationMinutes, log }) => (
              <li key={id} className="border-line border-t px-4 py-3 first:border-t-0 [overflow-wrap:anywhere]">
                <b className="figures font-semibold">{formatStart(start, zone)}</b>{' '}
                <span className="text-soft">{formatMinutes(durationMinutes)}</span>
                {log?.notes && <p>{log.notes}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  ));
}
