import * as texts from '#texts/verifying.ts';
import { fieldNames, languageNames, type Profile } from '../../../platform/records/profile-record.ts';
import { CarPhoto } from '../../../platform/ui/CarPhoto.tsx';
import { formatMoney } from '../../../platform/ui/format-money.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { Portrait } from '../../../platform/ui/Portrait.tsx';

/** What an instructor says of themselves, to be held against the papers. */
export function ProfileFacts({ profile }: { profile: Profile }) {
  const spoken = profile.languages.map((each) => languageNames[each] ?? each);
  const facts: [string, string][] = [
    [texts.name, profile.name],
    [fieldNames.licenceClasses ?? '', profile.licenceClasses.join(', ')],
    [fieldNames.vehiclePlate ?? '', profile.vehiclePlate],
    [fieldNames.vehicleModel ?? '', profile.vehicleModel],
    [fieldNames.hourlyCents ?? '', formatMoney(profile.hourlyCents)],
    [fieldNames.areas ?? '', (profile.areas ?? []).join(', ')],
    [texts.languages, spoken.join(', ')],
    [texts.about, profile.bio],
    [texts.listedUntil, profile.licenceExpiresOn ? formatDate(profile.licenceExpiresOn) : ''],
    [texts.stopsOn, profile.retiresOn ? formatDate(profile.retiresOn) : ''],
  ];
  return (
    <section aria-label={texts.theProfile} className="card flex flex-wrap gap-5 p-4">
      <Portrait instructor={profile} className="size-28 rounded bg-tint object-cover" />
      <CarPhoto instructor={profile} className="aspect-16/10 h-28 rounded" />
      <dl className="grid min-w-0 grow basis-52 gap-x-6 gap-y-2 sm:grid-cols-2">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt className="text-soft text-note">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
