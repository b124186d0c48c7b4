import { CalendarPlus, MessageCircle, Phone } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { writeToLearnerPath } from '#rules/paths/message-paths.ts';
import * as texts from '#texts/students.ts';
import type { OwnLearner, StudentAnswer } from '#wire/students.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { Badge } from '../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { formatStart, localDateOf } from '../../platform/ui/format-time.ts';
import { useToast } from '../../platform/ui/Toasts.tsx';
import { OwnLessonDialog } from './OwnLessonDialog.tsx';

type StudentHeadProps = { student: StudentAnswer; instructor: string; zone: string };

/** Who a student is, the next lesson, and the ways to reach and book them. */
export function StudentHead({ student, instructor, zone }: StudentHeadProps) {
  const { learner, ownLearner, hasAccount, nextLesson, phone } = student;
  const [isBooking, setBooking] = useState(false);
  return (
    <section aria-labelledby="student" className="card grid gap-5 p-5 md:p-6">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar person={learner} src={learner.avatarUrl || undefined} className="size-14 text-title" />
        <div className="min-w-0 grow">
          <h2 id="student" className="text-heading">
            {learner.name}
          </h2>
          {ownLearner && <Badge tone="green">{hasAccount ? texts.yoursAndJoined : texts.yourOwnLearner}</Badge>}
        </div>
      </div>
      <p>
        <span className="text-soft">{texts.nextLesson}: </span>
        {nextLesson ? (
          <Link to={lessonPath(nextLesson.id)} className="figures inline-flex min-h-12 items-center font-semibold">
            {formatStart(nextLesson.start, zone)}
          </Link>
        ) : (
          texts.notBooked
        )}
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        {!hasAccount && (
          <Button className="min-h-12 text-body" onClick={() => setBooking(true)}>
            <CalendarPlus size={20} strokeWidth={1.75} aria-hidden />
            {texts.bookOwnLesson}
          </Button>
        )}
        {phone && (
          <a href={`tel:${phone.replaceAll(' ', '')}`} className="btn btn-secondary figures min-h-12 text-body">
            <Phone size={20} strokeWidth={1.75} aria-hidden />
            <span className="unseen">{texts.callName({ name: learner.name })} </span>
            {phone}
          </a>
        )}
        {hasAccount && (
          <LinkButton variant="secondary" className="min-h-12 text-body" to={writeToLearnerPath(learner.id)}>
            <MessageCircle size={20} strokeWidth={1.75} aria-hidden />
            {texts.messageName({ name: learner.name })}
          </LinkButton>
        )}
      </div>
      {ownLearner?.inviteUrl && <Invitation ownLearner={ownLearner} />}
      {isBooking && ownLearner && (
        <OwnLessonDialog
          instructor={instructor}
          zone={zone}
          learners={[ownLearner]}
          date={localDateOf(currentTime(), zone)}
          onClose={() => setBooking(false)}
        />
      )}
    </section>
  );
}

/** The way into the product for an own learner: a text for WhatsApp, or the link alone. */
function Invitation({ ownLearner: { name, phone, inviteUrl } }: { ownLearner: OwnLearner }) {
  const toast = useToast();
  const text = texts.invitationText({ name, link: inviteUrl });
  const digits = phone.replaceAll(/\D/g, '');
  const number = digits.length === 8 ? `65${digits}` : digits;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(inviteUrl);
      toast({ text: texts.linkCopied });
    } catch {
      toast({ text: texts.linkNotCopied, isFailure: true });
    }
  };
  return (
    <div className="grid gap-3 border-line border-t pt-4 print:hidden">
      <p className="text-soft">{texts.inviteMeans}</p>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/${number}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          className="btn btn-secondary min-h-12 text-body"
        >
          {texts.inviteByWhatsApp}
        </a>
        <Button variant="secondary" className="min-h-12 text-body" onClick={() => void copy()}>
          {texts.copyLink}
        </Button>
      </div>
      <p className="figures break-all text-note text-soft">{inviteUrl}</p>
    </div>
  );
}
