import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { newestTerms } from '#rules/terms/terms-versions.ts';
import * as texts from '#texts/auth.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { leaveWantedPath } from '../../platform/session/left-path.ts';
import { fieldCodeFor, fieldMessageFor, formMessageFor } from '../../platform/session/message-for.ts';
import { keepRegistrationSecret, newRegistrationSecret } from '../../platform/session/registration-secret.ts';
import { wantsLesson } from '../../platform/session/wanted-path.ts';
import { checkRegistration, type MissingFields, missingIn, type Registration } from './check-registration.ts';
import { useArrival } from './use-sign-in.ts';

/** How long the success message stands before the sign-in page opens, in milliseconds. */
export const redirectDelayMs = 2000;

type Outcome = {
  kind: 'failure' | 'success';
  /** What the form says as a whole; nothing where a field has its own sentence. */
  text?: string | undefined;
  /** What the server refused, at its field. */
  refused?: MissingFields;
  /** The address has an account: signing in is the way on. */
  isTaken?: boolean;
};

/**
 * Creating an account: what is missing is said at its field; then checks, then one call. Whoever chose a lesson is signed in and goes on with it;
 * others read that it is done and come to the sign-in page, with the address filled in.
 */
export function useRegistration() {
  const navigate = useNavigate();
  const arrive = useArrival();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [missing, setMissing] = useState<MissingFields>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const register = async (registration: Registration, form: HTMLFormElement) => {
    const refusal = checkRegistration(registration);
    if (refusal) return setOutcome({ kind: 'failure', text: refusal });
    const { email, password, passwordConfirm, name } = registration;
    setBusy(true);
    setOutcome(undefined);
    try {
      const backend = await loadBackend();
      const registrationSecret = newRegistrationSecret();
      const account = { email, password, passwordConfirm, name };
      const agreedTerms = newestTerms.version;
      await backend.collection('users').create({ ...account, registrationSecret, agreedTerms });
      keepRegistrationSecret(localStorage, email, registrationSecret);
      leaveWantedPath(currentTime().getTime());
      if (wantsLesson() && (await signIn(email, password))) return arrive();
      setOutcome({ kind: 'success', text: texts.accountCreated });
      timer.current = setTimeout(() => void navigate('/login', { state: { registered: email } }), redirectDelayMs);
    } catch (failure) {
      const refused = refusedIn(failure);
      const text = formMessageFor(failure, texts.failedToCreateAccountPlease, sentFields);
      const isTaken = fieldCodeFor(failure, 'email') === 'validation_not_unique';
      setOutcome({ kind: 'failure', text, refused, isTaken });
      focusOn(form, Object.keys(refused)[0]);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const registration = readForm(form);
    const lacks = missingIn(registration);
    const [first] = Object.keys(lacks);
    setMissing(lacks);
    setOutcome(undefined);
    if (first) focusOn(form, first);
    else void register(registration, form);
  };
  /** Takes back what was said, and what was said of the field that is changed. */
  const clear = (changed: string) => {
    setOutcome(undefined);
    setMissing((known) => ({ ...known, [changed]: undefined }));
  };
  return { isBusy, outcome, missing, clear, submit };
}

/** Whether the new account could be signed in; else its owner does it on the sign-in page, where a failure has its words. */
async function signIn(email: string, password: string): Promise<boolean> {
  try {
    const backend = await loadBackend();
    await backend.collection('users').authWithPassword(email, password);
    return true;
  } catch {
    return false;
  }
}

const sentFields = ['name', 'email', 'password', 'passwordConfirm'] as const;

function refusedIn(failure: unknown): MissingFields {
  const said = sentFields.map((field) => [field, fieldMessageFor(failure, field)] as const);
  return Object.fromEntries(said.filter(([, sentence]) => sentence !== undefined));
}

function focusOn(form: HTMLFormElement, name: string | undefined): void {
  if (name) form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}

function readForm(form: HTMLFormElement): Registration {
  const values = new FormData(form);
  const text = (name: string) => String(values.get(name) ?? '');
  return {
    name: text('name').trim(),
    email: text('email').trim(),
    password: text('password'),
    passwordConfirm: text('passwordConfirm'),
    hasAgreed: values.has('terms'),
  };
}
