import { Fragment } from 'react';
import { Link } from 'react-router';
import { writeToLearnerPath } from '#rules/paths/message-paths.ts';
import { ledgerOfPath, pardonsFoundPath, personPath } from '#rules/paths/staff-paths.ts';
import { studentPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/lessons.ts';
import { MoneyLink } from '../../money/entries/MoneyLink.tsx';
import { classWords } from '../../platform/records/class-words.ts';
import { isAhead, type Lesson } from '../../platform/records/lesson-record.ts';
import { statusWords } from '../../platform/records/lesson-status.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { AllAtOnce } from '../../platform/ui/AllAtOnce.tsx';
import { Badge } from '../../platform/ui/Badge.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatLessonTime, formatMinutes, zoneLabel } from '../../platform/ui/format-time.ts';
import { inline } from '../../platform/ui/inline.ts';
import { Ticket } from '../../platform/ui/Ticket.tsx';
import { EndedClaim } from '../../trust/claims/EndedClaim.tsx';
import { LessonReviews } from '../../trust/reviews/LessonReviews.tsx';
import { FinishLesson } from '../lesson-log/FinishLesson.tsx';
import { LessonLogCard } from '../lesson-log/LessonLogCard.tsx';
import { StartWhenDue } from '../lesson-log/StartLesson.tsx';
import { PickupAdvice } from '../pickup-advice/PickupAdvice.tsx';
import { usePickupAdvice } from '../pickup-advice/use-pickup-advice.ts';
import { AbsenceCard } from './AbsenceCard.tsx';
import { AnswerRequest } from './AnswerRequest.tsx';
import { BeyondPapers } from './BeyondPapers.tsx';
import { CancellationCard } from './CancellationCard.tsx';
import { IcsButton } from './IcsButton.tsx';
import { LessonActions } from './LessonActions.tsx';
import { MapLink } from './MapLink.tsx';
import { PickUp } from './PickUp.tsx';
import { TakenBackCard } from './TakenBackCard.tsx';
import { useLearnerName } from './use-learner-name.ts';

/** A lesson as its instructor (or an admin) sees it: when, where, for how long, the learner's note and the price; then starting and finishing it. */
export function LessonFacts({ lesson }: { lesson: Lesson }) {
  const user = useSession();
  const zone = lesson.expand?.instructor?.timezone || undefined;
  const isAdmin = user?.role === 'admin';
  const side = isAdmin ? 'admin' : 'instructor';
  const { word, tone } = statusWords(lesson.status, isAdmin ? 'staff' : 'instructor');
  const learnerName = useLearnerName(lesson);
  // The name stands above everything else, which would be pushed down when it came later.
  if (learnerName === undefined) return null;
  return (
    <div className="max-w-[44rem] text-body">
      <Ticket>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
          {learnerName && (
            <span>
              {inline(
                texts.withInstructorName({
                  // The learner's page has the number and all their lessons.
                  b: (text) => (
                    <Link
                      to={studentPath(lesson.learner || lesson.ownLearner)}
                      className="inline-flex min-h-12 items-center font-semibold"
                    >
                      {text}
                    </Link>
                  ),
                  instructorName: learnerName,
                }),
              )}
            </span>
          )}
          <Badge tone={tone}>{word}</Badge>
        </p>
        <h2 className="figures mt-2 text-heading">
          {formatLessonTime(lesson.start, lesson.end, zone)}{' '}
          <span className="font-normal font-text text-body text-soft tracking-normal">{zoneLabel(zone)}</span>
        </h2>
        <dl className="mt-4 grid grid-cols-[8rem_1fr] items-baseline gap-x-4 gap-y-2">
          {isAdmin && <Parties lesson={lesson} />}
          <dt className="text-soft">{texts.pickUp}</dt>
          <dd>
            <Place lesson={lesson} />
          </dd>
          {lesson.licenceClass && (
            <>
              <dt className="text-soft">{texts.licenceClass}</dt>
              <dd>{classWords(lesson.licenceClass)}</dd>
            </>
          )}
          <dt className="text-soft">{texts.length}</dt>
          <dd>{formatMinutes(lesson.durationMinutes)}</dd>
          <dt className="text-soft">{texts.price}</dt>
          <dd className="figures">
            <Price lesson={lesson} />
          </dd>
          {lesson.note && (
            <>
              <dt className="text-soft">{texts.note}</dt>
              <dd>{lesson.note}</dd>
            </>
          )}
        </dl>
        {!isAdmin && lesson.status === 'requested' && (
          <div className="mt-5 max-w-sm">
            <AnswerRequest lesson={lesson} learnerName={learnerName || texts.theLearner} zone={zone} />
          </div>
        )}
        <div className="mt-5 flex flex-wrap gap-2.5 print:hidden">
          <IcsButton lesson={lesson} />
          <PlaceMap lesson={lesson} />
          {!isAdmin && lesson.learner && (
            <LinkButton variant="secondary" to={writeToLearnerPath(lesson.learner)}>
              {learnerName ? texts.messageInstructorName({ instructorName: learnerName }) : texts.messageTheLearner}
            </LinkButton>
          )}
        </div>
        <LessonActions lesson={lesson} side={side} />
      </Ticket>
      <AllAtOnce>
        <BelowFacts lesson={lesson} side={side} learnerName={learnerName || texts.someLearner} />
      </AllAtOnce>
    </div>
  );
}

type BelowFactsProps = { lesson: Lesson; side: 'admin' | 'instructor'; learnerName: string };

/** What can be done with a lesson, and what came of it. */
function BelowFacts({ lesson, side, learnerName }: BelowFactsProps) {
  const isAdmin = side === 'admin';
  // The log may be read a moment before the lesson that it finished: it is written in one place at a time.
  const isToFinish = !isAdmin && lesson.status === 'in_progress';
  // An instructor is not always shown where it begins.
  const { postalCode = '' }: Partial<Lesson> = lesson;
  const { data: advice = [] } = usePickupAdvice({ ...lesson, postalCode: isAhead(lesson) ? postalCode : '' });
  return (
    <>
      <BeyondPapers lesson={lesson} side={side} />
      <PickupAdvice advice={advice} className="mt-6" />
      {!isAdmin && lesson.status === 'confirmed' && (
        <div className="mt-6">
          <StartWhenDue
            lesson={lesson.id}
            start={lesson.start}
            zone={lesson.expand?.instructor?.timezone || undefined}
            learnerName={learnerName}
            hasCode={lesson.learner !== ''}
          />
        </div>
      )}
      {isToFinish && (
        <div className="mt-6">
          <FinishLesson lesson={lesson} />
        </div>
      )}
      <LedgerLink lesson={lesson.id} isShown={isAdmin} />
      <CancellationCard lesson={lesson} side={side} />
      <AbsenceCard lesson={lesson} side={side} />
      <TakenBackCard lesson={lesson} side={side} />
      <EndedClaim lesson={lesson} />
      {!isToFinish && <LessonLogCard lesson={lesson} isTeacher={!isAdmin} />}
      <LessonReviews lesson={lesson} side={side} />
    </>
  );
}

/** The price, which opens to its entries once it was paid here. */
function Price({ lesson: { id, learner, status, priceCents } }: { lesson: Lesson }) {
  const isPaid = learner !== '' && priceCents > 0 && status !== 'held' && status !== 'expired';
  return isPaid ? <MoneyLink cents={priceCents} of="lesson" id={id} /> : formatMoney(priceCents);
}

function Place({ lesson }: { lesson: Lesson }) {
  const { pickup, postalCode = '' }: Partial<Lesson> = lesson;
  // What is not accepted yet shows its place later; what has ended does not any more.
  if (pickup === undefined) return isAhead(lesson) ? texts.pickUpNotShown : texts.pickUpNoLongerShown;
  return <PickUp lesson={{ ...lesson, pickup, postalCode }} />;
}

function PlaceMap({ lesson: { pickup, postalCode = '' } }: { lesson: Partial<Lesson> }) {
  return pickup !== undefined && <MapLink pickup={pickup} postalCode={postalCode} />;
}

/** Whose lesson it is, for somebody who is neither: each name leads to the account. */
function Parties({ lesson: { expand } }: { lesson: Lesson }) {
  const { instructor, learner, ownLearner } = expand ?? {};
  const people = [
    { part: texts.instructor, name: instructor?.name, user: instructor?.user },
    { part: texts.learner, name: learner?.name, user: learner?.id },
    // One without an account has no page of theirs.
    { part: texts.ownLearner, name: learner ? undefined : ownLearner?.name, user: undefined },
  ];
  return people.map(
    ({ part, name, user }) =>
      name && (
        <Fragment key={part}>
          <dt className="text-soft">{part}</dt>
          <dd>{user ? <Link to={personPath(user)}>{name}</Link> : name}</dd>
        </Fragment>
      ),
  );
}

/** The way from a lesson's figures to the books, for who may read them. */
function LedgerLink({ lesson, isShown }: { lesson: string; isShown: boolean }) {
  if (!isShown) return null;
  return (
    <p className="mt-3 -ml-4 flex flex-wrap">
      <LinkButton variant="quiet" to={ledgerOfPath({ lesson })}>
        {texts.ledgerOfLesson}
      </LinkButton>
      <LinkButton variant="quiet" to={pardonsFoundPath(lesson)}>
        {texts.pardonsOfLesson}
      </LinkButton>
    </p>
  );
}
