import * as texts from '#texts/verifying.ts';
import type { ChangeRequest, Paper, Profile, Verification } from '../../../platform/records/profile-record.ts';

type Named = { expand?: { instructor?: Profile } };
export type WaitingChange = ChangeRequest & Named;
export type WaitingProfile = Profile & { expand?: { instructor_submissions_via_instructor?: { created: string }[] } };
export type WaitingSuspension = Verification & Named;

/** One thing that waits for somebody of the staff. */
export type Case =
  | { what: 'profile'; id: string; since: string; profile: Profile }
  | { what: 'papers'; id: string; since: string; profile: Profile }
  | { what: 'change'; id: string; since: string; profile: Profile; change: WaitingChange }
  | { what: 'suspension'; id: string; since: string; profile: Profile; suspension: WaitingSuspension };

export const caseWords: Record<Case['what'], string> = {
  profile: texts.newProfile,
  papers: texts.newPapers,
  change: texts.aChange,
  suspension: texts.suspensionToConfirm,
};

type Waiting = {
  profiles: readonly WaitingProfile[];
  papers: readonly (Paper & Named)[];
  changes: readonly WaitingChange[];
  suspensions: readonly WaitingSuspension[];
};

/** Everything that waits as one queue: suspensions first, since somebody may be in danger, then whoever has waited longest. */
export function queueOf({ profiles, papers, changes, suspensions }: Waiting): Case[] {
  const cases: Case[] = profiles.map((profile) => ({
    what: 'profile',
    id: profile.id,
    since: sentInAt(profile),
    profile,
  }));
  for (const { instructor, created, expand } of papers) {
    const profile = expand?.instructor;
    if (profile && !cases.some(({ id }) => id === instructor)) {
      cases.push({ what: 'papers', id: instructor, since: created, profile });
    }
  }
  for (const change of changes) {
    const profile = change.expand?.instructor;
    if (profile) cases.push({ what: 'change', id: change.id, since: change.created, profile, change });
  }
  for (const suspension of suspensions) {
    const profile = suspension.expand?.instructor;
    if (profile) cases.push({ what: 'suspension', id: suspension.id, since: suspension.created, profile, suspension });
  }
  const rank = ({ what }: Case) => (what === 'suspension' ? 0 : 1);
  return cases.toSorted((one, other) => rank(one) - rank(other) || one.since.localeCompare(other.since));
}

// Whatever of it changed afterwards; what was put into the queue by hand was not sent in.
function sentInAt({ updated, expand }: WaitingProfile): string {
  const sent = expand?.instructor_submissions_via_instructor ?? [];
  return (
    sent
      .map(({ created }) => created)
      .toSorted()
      .at(-1) ?? updated
  );
}
