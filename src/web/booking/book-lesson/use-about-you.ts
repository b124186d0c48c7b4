import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoadAnswer } from '#wire/road.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor } from '../../platform/session/message-for.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';
import { useRoadChange } from '../road/use-road-change.ts';
import { type AboutYouValues, aboutYouErrors } from './about-you-errors.ts';
import { lacksOf, laterKey } from './lacks-of.ts';

/** Where the road could not be read, nobody is asked: the server books without it. */
const nothing = { name: false, phone: false, adult: false, licence: false };

export type AboutYou = ReturnType<typeof useAboutYou>;

/**
 * What somebody who books for the first time says of themselves; `lacks` is what was missing as the page opened. `check` answers the names of what
 * is wrong and has it said from then on; `save` keeps it for the next lessons.
 */
export function useAboutYou(
  user: SessionUser,
  road: RoadAnswer | undefined,
  lesson: { start: string; zone: string | undefined },
) {
  const [lacks] = useState(() => (road ? lacksOf(user, road) : nothing));
  const [values, setKept] = useState(readDraft);
  const setValues = (changed: AboutYouValues) => {
    setKept(changed);
    sessionStorage.setItem(draftKey, JSON.stringify(changed));
  };
  const [isTried, setTried] = useState(false);
  const changeRoad = useRoadChange(road ?? { id: '' });
  const { name, phone, licence, isAdult } = values;
  const saving = useMutation({
    mutationFn: async () => {
      const said = { ...(lacks.adult ? { isAdult } : {}), ...(licence === '' ? {} : { pdlExpiresOn: licence }) };
      if (lacks.licence && licence === '') sessionStorage.setItem(laterKey, 'yes');
      if (Object.keys(said).length > 0) await changeRoad.mutateAsync(said);
      const known = { ...(lacks.name ? { name: name.trim() } : {}), ...(lacks.phone ? { phone: phone.trim() } : {}) };
      if (Object.keys(known).length > 0) await (await loadBackend()).collection('users').update(user.id, known);
      sessionStorage.removeItem(draftKey);
    },
  });
  const days = {
    today: localDateOf(currentTime()),
    lessonDay: localDateOf(new Date(lesson.start), lesson.zone),
  };
  const wrong = aboutYouErrors(values, lacks, days);
  const errors = isTried ? wrong : {};
  return {
    lacks,
    errors,
    isAdult,
    sayAdult: (is: boolean) => setValues({ ...values, isAdult: is }),
    text: (field: 'name' | 'phone' | 'licence') => ({
      name: field,
      value: values[field],
      onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [field]: target.value }),
      error: errors[field] ?? refusalOf(saving.error, field),
    }),
    check: (): readonly string[] => {
      setTried(true);
      return Object.keys(wrong);
    },
    save: saving.mutateAsync,
  };
}

const draftKey = 'kerbside_about_you';

/** What was typed before in this tab and is not kept by the server yet: a reload or another time begins with it. */
function readDraft(): AboutYouValues {
  const draft = { name: '', phone: '', licence: '', isAdult: false };
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return draft;
    const text = (name: string) => {
      const value: unknown = Reflect.get(kept, name);
      return typeof value === 'string' ? value : '';
    };
    const isAdult = Reflect.get(kept, 'isAdult') === true;
    return { name: text('name'), phone: text('phone'), licence: text('licence'), isAdult };
  } catch {
    // What can't be read was not written by this page.
    return draft;
  }
}

/** What the server said of a field; the licence's date has a name of its own there. */
function refusalOf(error: Error | null, name: 'name' | 'phone' | 'licence'): string | undefined {
  if (!error) return undefined;
  return fieldMessageFor(error, name === 'licence' ? 'pdlExpiresOn' : name);
}
