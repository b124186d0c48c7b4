import { useQuery } from '@tanstack/react-query';
import * as texts from '#texts/teaching.ts';
import type { ChecksAnswer } from '#wire/teaching.ts';
import { checkWords } from '../../booking/instructors/check-words.ts';
import type { Profile } from '../../platform/records/profile-record.ts';
import { readMarketplace } from '../../platform/session/backend.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { formatDate } from '../../platform/ui/format-time.ts';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { havePapersEnded } from './steps.ts';

/** What "Verified" stands on: what was checked, when, until when, and what that means for bookings. */
export function VerifiedCard({ profile }: { profile: Profile }) {
  const read = useQuery({
    queryKey: ['teaching', 'checks', profile.id],
    queryFn: ({ signal }) => readMarketplace<ChecksAnswer>(`instructors/${profile.id}/checks`, {}, signal),
  });
  const items = (read.data?.items ?? []).filter(({ kind }) => checkWords[kind]);
  return (
    <section aria-labelledby="verified" className="grid gap-3">
      <h3 id="verified" className="text-title">
        {texts.whatWasChecked}
      </h3>
      <WhenRead read={read} what={texts.yourProfile} notLoaded={texts.notLoaded} skeleton="h-40">
        {items.length === 0 && (
          <p>
            {profile.verifiedAt ? texts.checkedAsAWhole({ date: formatDate(profile.verifiedAt) }) : texts.notCheckedYet}
          </p>
        )}
        {items.length > 0 && (
          <ul className="card">
            {items.map(({ kind, checkedOn, expiresOn }) => (
              <li key={kind} className="border-line border-b px-4 py-2.5 last:border-b-0">
                <b className="block font-semibold">{checkWords[kind]}</b>
                <span className="text-soft text-note">
                  {expiresOn
                    ? texts.seenOnValidUntil({ seen: formatDate(checkedOn), until: formatDate(expiresOn) })
                    : texts.seenOn({ seen: formatDate(checkedOn) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </WhenRead>
      {profile.licenceExpiresOn && !havePapersEnded(profile) && (
        <p>{texts.bookableUntil({ date: formatDate(profile.licenceExpiresOn) })}</p>
      )}
      {profile.retiresOn && <p>{texts.stopsAtSeventyFive({ date: formatDate(profile.retiresOn) })}</p>}
      <LinkButton to="?step=papers" variant="secondary" className="min-h-12 justify-self-start">
        {texts.sendNewPapers}
      </LinkButton>
    </section>
  );
}
