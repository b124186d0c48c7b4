import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { entriesPath } from '#rules/paths/money-paths.ts';
import { instructorFilePath, pardonsFoundPath } from '#rules/paths/staff-paths.ts';
import { isStaffRole } from '#rules/staff/staff-rights.ts';
import * as texts from '#texts/adminUsers.ts';
import type { Person, PersonAnswer } from '#wire/users.ts';
import { refusalIn } from '../../../platform/session/server-errors.ts';
import { useRight } from '../../../platform/session/use-right.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { Avatar } from '../../../platform/ui/Avatar.tsx';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { Button, LinkButton } from '../../../platform/ui/Button.tsx';
import { Dialog } from '../../../platform/ui/Dialog.tsx';
import { ErrorState } from '../../../platform/ui/ErrorState.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate, formatStart } from '../../../platform/ui/format-time.ts';
import { AfterDelay, Skeleton } from '../../../platform/ui/Skeleton.tsx';
import { auditWords } from './audit-words.ts';
import { labelOf, roleOptions, statusOf } from './person-record.ts';
import { type UserDeed, useAudit, usePerson } from './use-people.ts';

type UserDetailsProps = {
  id: string;
  /** What the list has of it, if it is in there. */
  listed: Person | undefined;
  onClose: () => void;
  onDeed: (what: UserDeed, person: Person) => void;
};

/** All about one account: who it is, what it has done here, and what was done to it by whom. */
export function UserDetails({ id, listed, onClose, onDeed }: UserDetailsProps) {
  const { data, isError, error, refetch } = usePerson(id);
  const person = data ?? listed;
  const isGone = isError && refusalIn(error)?.status === 404;
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={person ? person.name || person.email : texts.account}
    >
      {isGone && <p>{texts.noSuchAccount}</p>}
      {isError && !isGone && !data && (
        <ErrorState title={texts.theAccountCouldNotBeLoaded} onRetry={() => void refetch()} />
      )}
      {!data && !isError && (
        <AfterDelay what={texts.theAccount}>
          <Skeleton className="h-64 w-full" />
        </AfterDelay>
      )}
      {data && <Facts person={data} />}
      {person && <Deeds person={person} onDeed={(what) => onDeed(what, person)} />}
      {person && <History record={id} />}
    </Dialog>
  );
}

/** What can be done to the account beside changing it. */
function Deeds({ person, onDeed }: { person: Person; onDeed: (what: UserDeed) => void }) {
  // One's own second factor goes off in the settings, with the password.
  const isOwn = useSession()?.id === person.id;
  const mayLook = useRight('impersonation') && !isStaffRole(person.role);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {mayLook && (
        <Button variant="secondary" onClick={() => onDeed('look')}>
          {texts.lookAs}
        </Button>
      )}
      {!person.verified && (
        <Button variant="secondary" onClick={() => onDeed('invite')}>
          {texts.inviteAgain}
        </Button>
      )}
      <LinkButton variant="secondary" to={pardonsFoundPath(person.name)}>
        {texts.pardons}
      </LinkButton>
      {person.twoFactor && !isOwn && (
        <Button variant="secondary" onClick={() => onDeed('resetSecondFactor')}>
          {texts.resetSecondFactor}
        </Button>
      )}
      <Button variant="secondary" onClick={() => onDeed('signOut')}>
        {texts.signOutEverywhere}
      </Button>
    </div>
  );
}

function Facts({ person }: { person: PersonAnswer }) {
  const { figures, instructor } = person;
  const status = statusOf(person);
  return (
    <>
      <div className="mb-4 flex items-center gap-4">
        <Avatar person={person} src={person.avatarUrl || undefined} className="size-14 text-title" />
        <div className="flex flex-wrap gap-2">
          <Badge>{labelOf(roleOptions, person.role)}</Badge>
          <Badge tone={status.tone}>{status.word}</Badge>
          <span className="w-full text-note text-soft">{status.reason}</span>
        </div>
      </div>
      <dl className="grid gap-2">
        <Fact name={texts.email}>
          <span className="break-all">{person.email}</span>
        </Fact>
        <Fact name={texts.phone}>{person.phone || texts.none}</Fact>
        <Fact name={texts.location}>{person.location || texts.none}</Fact>
        <Fact name={texts.memberSince}>{person.created ? formatDate(person.created) : texts.unknown}</Fact>
        <Fact name={texts.lastSeen}>{person.lastSeen ? formatStart(person.lastSeen) : texts.never}</Fact>
        <Fact name={texts.lessonsTaken}>
          {texts.lessonsTakenLessonsComingTo({
            lessonsTaken: figures.lessonsTaken,
            lessonsComing: figures.lessonsComing,
          })}
        </Fact>
        <Fact name={texts.paid}>
          <Sum of="paid" id={person.id} cents={figures.paidCents} />
        </Fact>
        <Fact name={texts.refunded}>
          <Sum of="given_back" id={person.id} cents={figures.refundedCents} />
        </Fact>
        <Fact name={texts.credit}>
          <Sum of="credit" id={person.id} cents={figures.creditCents} />
        </Fact>
        {instructor && (
          <>
            <Fact name={texts.lessonsGiven}>{figures.lessonsGiven}</Fact>
            <Fact name={texts.profile}>
              {instructor.status === 'listed' ? (
                <Link to={`/instructors/${instructor.id}`}>{texts.listed}</Link>
              ) : (
                instructor.status
              )}
            </Fact>
            <Fact name={texts.instructorsProfile}>
              <Link to={instructorFilePath(instructor.id)}>{texts.instructorsFile}</Link>
            </Fact>
          </>
        )}
      </dl>
    </>
  );
}

/** A sum that opens to its entries. */
function Sum({ of, id, cents }: { of: 'paid' | 'given_back' | 'credit'; id: string; cents: number }) {
  return <Link to={entriesPath(of, { id })}>{formatMoney(cents)}</Link>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figures grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function History({ record }: { record: string }) {
  const { data, isError, refetch } = useAudit(record);
  return (
    <section aria-labelledby="account-history" className="lane-top mt-5 pt-4">
      <h3 id="account-history" className="mb-2 text-title">
        {texts.history}
      </h3>
      {isError && !data && <ErrorState title={texts.historyNotLoaded} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="text-soft">{texts.historyEmpty}</p>}
      {data && data.items.length > 0 && (
        <ul className="grid gap-3">
          {data.items.map((entry) => (
            <li key={entry.id}>
              <span className="text-note text-soft">
                {formatDate(entry.created)}, {formatStart(entry.created).slice(-5)}, {entry.actorName}
              </span>
              <span className="block break-words">{auditWords(entry)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
