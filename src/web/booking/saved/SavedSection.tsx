import { Link } from 'react-router';
import { bookingPath } from '#rules/paths/booking-path.ts';
import { savedPath } from '#rules/paths/learner-paths.ts';
import * as texts from '#texts/saved.ts';
import type { SavedInstructor } from '#wire/dashboard.ts';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { Section } from '../../platform/ui/Section.tsx';

const shownSaved = 4;

/** The instructors one saved last, each a tap from the free times. */
export function SavedSection({ saved }: { saved: readonly SavedInstructor[] }) {
  return (
    <Section
      title={texts.savedInstructors}
      action={
        saved.length > 0 && (
          <Link to={savedPath} className="inline-flex min-h-11 items-center">
            {texts.seeAllSaved}
          </Link>
        )
      }
    >
      {saved.length === 0 ? (
        <EmptyState
          title={texts.nobodySavedYet}
          action={
            <LinkButton variant="secondary" to="/instructors">
              {texts.findAnInstructor}
            </LinkButton>
          }
        >
          <p>{texts.tapTheHeartToFind}</p>
        </EmptyState>
      ) : (
        <SavedLinks saved={saved.slice(0, shownSaved)} />
      )}
    </Section>
  );
}

/** Saved instructors as links to their free times. */
export function SavedLinks({ saved }: { saved: readonly SavedInstructor[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]">
      {saved.map(({ id, name, photoUrl, licenceClasses, hourlyCents, hasSurcharges }) => (
        <li key={id}>
          <Link
            to={bookingPath({ instructor: id })}
            className="card flex items-center gap-3 p-4 text-ink no-underline hover:border-green"
          >
            <Avatar person={{ name }} src={photoUrl || undefined} className="size-11 text-note" />
            <span className="min-w-0">
              <b className="block font-semibold">{name}</b>
              <span className="figures block text-note text-soft">
                {texts.classAndPrice({
                  classes: licenceClasses.join(' · '),
                  isFrom: String(hasSurcharges),
                  price: formatMoney(hourlyCents),
                })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
