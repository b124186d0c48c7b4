import { MessageSquare, Navigation, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { writeToLearnerPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/dashboard.ts';
import type { InstructorDay, InstructorLesson } from '#wire/dashboard.ts';
import { mapLink, routeLink } from '../../booking/lessons/calendar-links.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { addDays } from '../../platform/ui/add-days.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatClock, formatDay, localDateOf, zoneLabel } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';

/** Words for those who hear the page: whom a button is about stands above it for everybody else. */
const unseen = (part: ReactNode) => <span className="unseen">{part}</span>;

type LessonDayProps = {
  day: InstructorDay;
  zone: string | undefined;
  isBig?: boolean;
  /** Whether learners can book this instructor at all. */
  isListed: boolean;
};

/** `Today, Sat 5 Dec`, or only the date of a day that is neither: what a device kept may be of another one. */
function titleOf(date: string, zone: string | undefined): string {
  const today = localDateOf(currentTime(), zone);
  const day = formatDay(date, 'UTC');
  if (date === today) return texts.todayIs({ day });
  return date === addDays(today, 1) ? texts.tomorrowIs({ day }) : day;
}

/** One day's lessons for an instructor, to be read at arm's length: time, name, place, and a number to call. */
export function LessonDay({ day, zone, isBig = false, isListed }: LessonDayProps) {
  const { lessons } = day;
  const count = texts.countLessons({ count: lessons.length });
  const id = `day-${day.date}`;
  return (
    <section aria-labelledby={id} className="card @container overflow-hidden">
      {isBig && <div className="kerb" aria-hidden />}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4 pb-3 md:px-6">
        <h2 id={id} className={isBig ? 'text-heading' : 'text-title'}>
          {titleOf(day.date, zone)}
        </h2>
        <p className="figures text-soft">
          {lessons.length > 0 ? `${count} · ${formatMoney(day.totalCents)}` : zoneLabel(zone)}
        </p>
      </div>
      {lessons.length > 0 ? (
        <ul>
          {lessons.map((lesson) => (
            <LessonRow key={lesson.id} lesson={lesson} date={day.date} zone={zone} isBig={isBig} />
          ))}
        </ul>
      ) : (
        <p className="border-line border-t px-4 py-5 text-soft md:px-6">
          {isListed ? texts.noLessonsYourFreeTimes : texts.noLessons}
        </p>
      )}
    </section>
  );
}

/** The one button of a lesson of today: to start it, or to finish it. */
function NextAct({ lesson: { id, status, learner } }: { lesson: InstructorLesson }) {
  if (status !== 'confirmed' && status !== 'in_progress') return null;
  const words = { name: learner.name, span: unseen };
  return (
    <LinkButton to={lessonPath(id)} className="col-span-2 min-h-12 text-body @[34rem]:order-last @[34rem]:col-span-3">
      <span>{inline(status === 'confirmed' ? texts.startLessonOf(words) : texts.finishLessonOf(words))}</span>
    </LinkButton>
  );
}

type LessonRowProps = { lesson: InstructorLesson; date: string; zone: string | undefined; isBig: boolean };

function LessonRow({ lesson, date, zone, isBig }: LessonRowProps) {
  const { learner, pickup, postalCode, note, status } = lesson;
  const { word, tone } = statusWords(status, 'instructor');
  return (
    <li className="grid grid-cols-[4.75rem_1fr] gap-x-3 gap-y-2.5 border-line border-t px-4 py-4 @[34rem]:grid-cols-[5.75rem_1fr_auto] @[34rem]:px-6">
      <p className={`figures font-bold leading-tight ${isBig ? 'text-heading' : 'text-title'}`}>
        {localDateOf(lesson.start, zone) !== date && (
          <span className="block font-normal text-body text-soft">{formatDay(lesson.start, zone)}</span>
        )}
        <time dateTime={lesson.start}>{formatClock(lesson.start, zone)}</time>
        <span className="block font-normal text-body text-soft">
          {texts.toLessonEnd({ lessonEnd: formatClock(lesson.end, zone) })}
        </span>
      </p>
      <div className="min-w-0">
        <p className={isBig ? 'text-title leading-tight' : undefined}>
          <Link
            to={lessonPath(lesson.id)}
            className="inline-flex min-h-12 items-center font-bold text-ink no-underline hover:underline @[34rem]:min-h-0"
          >
            {learner.name}
          </Link>{' '}
          {status !== 'confirmed' && <Badge tone={tone}>{word}</Badge>}
        </p>
        <p>
          <a
            href={mapLink(pickup, postalCode)}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.pickupPostalCodeMapOpensIn({ pickup, postalCode })}
            className="inline-flex min-h-12 items-center text-ink @[34rem]:min-h-8"
          >
            {pickup} {postalCode}
          </a>
        </p>
        {note && <p className="text-soft">&ldquo;{note}&rdquo;</p>}
      </div>
      {isBig && <NextAct lesson={lesson} />}
      <Ways lesson={lesson} />
    </li>
  );
}

/** The ways to the learner, each a button of its own: the road there, a message, a call. */
function Ways({ lesson: { learner, pickup, postalCode, status } }: { lesson: InstructorLesson }) {
  const isAhead = status === 'confirmed' || status === 'in_progress';
  const way = 'btn btn-secondary min-h-12 text-body';
  return (
    <div className="col-span-2 flex flex-wrap gap-2.5 empty:hidden @[34rem]:col-span-3">
      {isAhead && postalCode && (
        <a href={routeLink(pickup, postalCode)} target="_blank" rel="noreferrer" className={way}>
          <Navigation size={20} strokeWidth={1.75} aria-hidden />
          {inline(texts.routeTo({ name: learner.name, span: unseen }))}
        </a>
      )}
      {isAhead && !learner.isOwn && (
        <Link to={writeToLearnerPath(learner.id)} className={way}>
          <MessageSquare size={20} strokeWidth={1.75} aria-hidden />
          {inline(texts.messageTo({ name: learner.name, span: unseen }))}
        </Link>
      )}
      {learner.phone && (
        <a href={`tel:${learner.phone.replaceAll(' ', '')}`} className={`${way} figures`}>
          <Phone size={20} strokeWidth={1.75} aria-hidden />
          <span className="unseen">{texts.callLearnerName({ learnerName: learner.name })} </span>
          {learner.phone}
        </a>
      )}
    </div>
  );
}
