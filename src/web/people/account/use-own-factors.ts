import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/account.ts';
import type { OwnFactorAnswer, TotpEnrolmentAnswer } from '#wire/account.ts';
import { callMarketplace, loadBackend, readFullList } from '../../platform/session/backend.ts';
import { messageFor } from '../../platform/session/message-for.ts';
import { refusedFields } from '../../platform/session/server-errors.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { devicesKey } from './use-devices.ts';
import { twoFactorKey } from './use-two-factor.ts';

/** A second factor of one's own: an authenticator app, or a passkey. */
export type OwnFactor = { id: string; name: string; created: string; lastUsed: string };
export type OwnFactorKind = 'totp_devices' | 'passkeys';

const key = ['own-factors'] as const;

/** The apps or the passkeys of the account, the oldest first. */
export function useOwnFactors(kind: OwnFactorKind) {
  return useQuery({
    queryKey: [...key, kind],
    queryFn: ({ signal }) => readFullList<OwnFactor>(kind, { sort: 'created,id', signal }),
  });
}

/** Reads again what a new or a removed factor changes. */
export function useRereading() {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [key, twoFactorKey, devicesKey]) void queries.invalidateQueries({ queryKey });
  };
}

/** Begins adding an app: its secret, for ten minutes. */
export function beginApp(): Promise<TotpEnrolmentAnswer> {
  return callMarketplace<TotpEnrolmentAnswer>('POST', 'totp-enrolments');
}

/** Adds the app that shows a code. */
export function addApp(body: { enrolment: string; code: string; name: string }): Promise<OwnFactorAnswer> {
  return callMarketplace<OwnFactorAnswer>('POST', 'totp-devices', { body });
}

/** Removes one. */
export async function removeFactor(kind: OwnFactorKind, id: string): Promise<void> {
  await (await loadBackend()).collection(kind).delete(id);
}

const codesOfSignIn = new Set(['needs_recent_sign_in', 'needs_own_factor']);

/** Whether signing in again is what a refused deed asks for. Without two-factor sign-in a second factor has to be set up first. */
export function asksToSignIn(error: unknown, { twoFactor }: SessionUser): boolean {
  return refusedFields(error).some(
    ({ code }) => codesOfSignIn.has(code) || (code === 'needs_second_factor' && twoFactor),
  );
}

/** What the server says of a deed that it refused: the sentence at the first field, else the whole's. */
export function sentenceFor(error: unknown, fallback: string): string {
  return refusedFields(error).find(({ message }) => message !== '')?.message ?? messageFor(error, fallback) ?? '';
}

/**
 * Does what takes a sign-in just now: where the last one is too long ago, or was by less, it has to be asked for (`isAsking`), and once somebody is signed in
 * (`goOn`) the same is done again.
 */
export function useFreshly<T>(user: SessionUser, run: () => Promise<T>, onDone: (answer: T) => void) {
  const [isAsking, setAsking] = useState(false);
  const doing = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onError: (error) => {
      if (asksToSignIn(error, user)) setAsking(true);
    },
  });
  return {
    isBusy: doing.isPending,
    failure: doing.error && !isAsking ? sentenceFor(doing.error, texts.thatDidNotWorkTry) : undefined,
    isAsking,
    start: () => doing.mutate(),
    reset: doing.reset,
    stopAsking: () => {
      setAsking(false);
      doing.reset();
    },
    goOn: () => {
      setAsking(false);
      doing.mutate();
    },
  };
}
