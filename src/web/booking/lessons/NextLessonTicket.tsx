import { Phone } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/lessons.ts';
import type { AdviceLine } from '#wire/pickup-advice.ts';
import { classWords } from '../../platform/records/class-words.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { Badge } from '../../platform/ui/Badge.tsx';
import { formatLessonTime, formatStart, zoneLabel } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Ticket } from '../../platform/ui/Ticket.tsx';
import { PickupAdvice } from '../pickup-advice/PickupAdvice.tsx';
import { IcsButton } from './IcsButton.tsx';
import { LessonActions } from './LessonActions.tsx';
import { MapLink } from './MapLink.tsx';
import { PickUp } from './PickUp.tsx';
import { StartCode } from './StartCode.tsx';

/** A lesson to come, as its learner needs it at hand. */
export type TicketLesson = {
  id: string;
  start: string;
  end: string;
  status: string;
  /** Until when the instructor can answer, while the lesson is only asked for. */
  requestExpiresAt?: string | null;
  pickup: string;
  postalCode: string;
  startCode: string;
  licenceClass?: string | undefined;
  instructor: { name: string; vehiclePlate: string; vehicleModel: string; timezone: string; phone: string };
};

type TicketProps = { lesson: TicketLesson; advice: readonly AdviceLine[]; heading?: 'h2' | 'h3' };

/** The next lesson as a ticket: when, where and what is advised for it, who, which car, and the start code on its stub. */
export function NextLessonTicket({ lesson, advice, heading: Heading = 'h3' }: TicketProps) {
  const { instructor, status } = lesson;
  const zone = instructor.timezone || undefined;
  const { word, tone } = statusWords(status, 'learner');
  const car = [classWords(lesson.licenceClass), instructor.vehicleModel, instructor.vehiclePlate].filter(Boolean);
  return (
    <Ticket stub={lesson.startCode && <StartCode code={lesson.startCode} instructorName={instructor.name} />}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-soft">
        <span>
          {inline(
            texts.withInstructorName({
              b: (text) => <b className="font-semibold text-ink">{text}</b>,
              instructorName: instructor.name,
            }),
          )}
          {car.map((part) => (
            <Fragment key={part}>
              {' · '}
              <span className="whitespace-nowrap">{part}</span>
            </Fragment>
          ))}
        </span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <Heading className="figures mt-2 text-heading">
        <Link to={lessonPath(lesson.id)} className="text-ink no-underline hover:underline">
          {formatLessonTime(lesson.start, lesson.end, zone)}
        </Link>{' '}
        <span className="font-normal font-text text-note text-soft tracking-normal">{zoneLabel(zone)}</span>
      </Heading>
      <p className="mt-2 text-body empty:hidden">
        <PickUp lesson={lesson} />
      </p>
      {status === 'requested' && lesson.requestExpiresAt && (
        <p className="mt-2">
          {inline(
            texts.answersUntil({
              b: (text) => <b className="figures font-semibold">{text}</b>,
              instructorName: instructor.name,
              until: formatStart(lesson.requestExpiresAt, zone),
            }),
          )}
        </p>
      )}
      <PickupAdvice advice={advice} className="mt-4" />
      <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2.5 sm:grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] empty:hidden [&>.btn]:flex-col [&>.btn]:gap-1 [&>.btn]:px-1 print:hidden">
        <IcsButton lesson={lesson} />
        <MapLink pickup={lesson.pickup} postalCode={lesson.postalCode} />
        {instructor.phone && (
          <a className="btn btn-secondary figures" href={`tel:${instructor.phone.replaceAll(' ', '')}`}>
            <Phone size={18} strokeWidth={1.75} aria-hidden />
            <span>
              {inline(
                texts.callPhone({
                  phone: instructor.phone,
                  number: (text) => (
                    <span className="block whitespace-nowrap font-normal text-note max-sm:unseen">{text}</span>
                  ),
                }),
              )}
            </span>
          </a>
        )}
      </div>
      <LessonActions lesson={lesson} side="learner" />
    </Ticket>
  );
}
