import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/booking.ts';
import { TextAreaField, TextField } from '../../platform/ui/Field.tsx';
import { codeAtEnd, postalCodeError, townOf, withoutCodeAtEnd } from './postal-code.ts';

// Not for the first lesson, and while somebody types only.
const PlacesOfBefore = lazy(async () => ({ default: (await import('./PlacesOfBefore.tsx')).PlacesOfBefore }));
const FoundAddresses = lazy(async () => ({ default: (await import('./FoundAddresses.tsx')).FoundAddresses }));

export type PickupValues = { pickup: string; postalCode: string; note: string };

export type Place = Pick<PickupValues, 'pickup' | 'postalCode'>;

type PickupFormProps = {
  /** The last lesson's pick-up, filled in at first. */
  remembered: { pickup: string; postalCode: string } | undefined;
  /** The last lessons, whose places can be taken by one tap. */
  places?: readonly Place[];
  /** What the server said of single fields. */
  errors: Record<string, string> | undefined;
  formId: string;
  /** What is to be said of a pick-up at a postal code, before anything is held. */
  elsewhere: (postalCode: string) => ReactNode;
  /** What else is asked in the same form; `check` answers the names of what is wrong of it, once one tries to go on. */
  also?: { above: ReactNode; below: ReactNode; check: () => readonly string[] } | undefined;
  onSubmit: (values: PickupValues) => void;
};

/** Where the lesson starts. What is wrong is said at the field once one tried to go on. */
export function PickupForm({ remembered, places = [], errors, formId, elsewhere, also, onSubmit }: PickupFormProps) {
  const [values, setValues] = useState<PickupValues>(
    () =>
      readDraft() ?? {
        pickup: remembered?.pickup ?? '',
        postalCode: remembered?.postalCode ?? '',
        note: '',
      },
  );
  const [isTried, setTried] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Who comes here has these to fill in. Where nothing is missing, or somebody is elsewhere already, the focus stays.
    if (document.activeElement?.closest('form, a, button')) return;
    const first = form.current?.querySelector<HTMLInputElement>('input:required:invalid');
    first?.focus({ preventScroll: true });
    // What is chosen stays in sight above it where there is room.
    first?.scrollIntoView({ block: 'nearest' });
  }, []);
  const own = isTried ? errorsOf(values) : {};
  const change = (part: Partial<PickupValues>) => {
    const next = { ...values, ...part };
    setValues(next);
    keepDraft(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = [...Object.keys(errorsOf(values)), ...(also?.check() ?? [])];
    // The first as they stand on the page.
    const selector = wrong.map((name) => `[name="${name}"]`).join();
    if (selector) form.current?.querySelector<HTMLElement>(selector)?.focus();
    else onSubmit({ ...placeOf(values), note: values.note.trim() });
  };
  const choose = ({ pickup, postalCode }: Place) => {
    setTyping(false);
    change({ pickup, postalCode });
  };
  const town = townOf(values.postalCode);
  return (
    <form ref={form} id={formId} noValidate onSubmit={submit} className="mt-6 grid max-w-[34rem] gap-5">
      {also?.above}
      <h3 className="text-title">{texts.whereToPickUp}</h3>
      <Suspense>{places.length > 1 && <PlacesOfBefore lessons={places} chosen={values} onChoose={choose} />}</Suspense>
      <TextField
        label={texts.pickUpPlace}
        hint={texts.pickupHint}
        name="pickup"
        autoComplete="street-address"
        required
        maxLength={300}
        value={values.pickup}
        onChange={(event) => {
          setTyping(true);
          change(withCode(event.target.value));
        }}
        error={own.pickup ?? errors?.pickup}
      />
      <Suspense>{isTyping && <FoundAddresses text={values.pickup} onChoose={choose} />}</Suspense>
      <div className="grid grid-cols-[9rem_1fr] items-end gap-4">
        <TextField
          label={texts.postalCode}
          name="postalCode"
          inputMode="numeric"
          autoComplete="postal-code"
          required
          maxLength={7}
          className="figures"
          fieldClassName={own.postalCode ? 'col-span-2' : ''}
          value={values.postalCode}
          onChange={(event) => change({ postalCode: event.target.value.replaceAll(/\D/g, '').slice(0, 6) })}
          error={own.postalCode ?? errors?.postalCode}
        />
        <p role="status" className="flex min-h-11 items-center text-soft">
          {values.postalCode.length === 6 && town ? town : ''}
        </p>
      </div>
      <TextAreaField
        label={texts.noteToTheInstructor}
        isOptional
        name="note"
        rows={2}
        maxLength={1000}
        value={values.note}
        onChange={(event) => change({ note: event.target.value })}
        error={errors?.note}
      />
      {also?.below}
      {/* Below every field: however late it comes, it moves none that somebody is typing in. */}
      {values.postalCode.length === 6 && town && elsewhere(values.postalCode)}
    </form>
  );
}

/** A place as it is typed; the postal code at its end, as addresses in Singapore have it, goes to the field of its own. */
function withCode(pickup: string): Partial<PickupValues> {
  const code = codeAtEnd(pickup);
  return code === undefined ? { pickup } : { pickup, postalCode: code };
}

/** The place without its postal code, which has a field of its own. */
function placeOf({ pickup, postalCode }: PickupValues): { pickup: string; postalCode: string } {
  const place = codeAtEnd(pickup) === postalCode ? withoutCodeAtEnd(pickup) : pickup.trim();
  return { pickup: place === '' ? pickup.trim() : place, postalCode };
}

function errorsOf({ pickup, postalCode }: PickupValues): { pickup?: string; postalCode?: string } {
  const postal = postalCodeError(postalCode);
  return {
    ...(pickup.trim() === '' ? { pickup: texts.sayWhereTheLessonStarts } : {}),
    ...(postal ? { postalCode: postal } : {}),
  };
}

const draftKey = 'kerbside_pickup';

/** What was typed on this page before, in this tab: a reload or another time keeps it. */
function readDraft(): PickupValues | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(draftKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return undefined;
    const text = (name: string) => {
      const value: unknown = Reflect.get(kept, name);
      return typeof value === 'string' ? value : '';
    };
    return { pickup: text('pickup'), postalCode: text('postalCode'), note: text('note') };
  } catch {
    return undefined;
  }
}

function keepDraft(values: PickupValues): void {
  sessionStorage.setItem(draftKey, JSON.stringify(values));
}

/** Forgets what was typed: the lesson is booked. */
export function forgetPickupDraft(): void {
  sessionStorage.removeItem(draftKey);
}
