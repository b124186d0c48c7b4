import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import * as texts from '#texts/messages.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { newRecordId } from '../../platform/ground/record-id.ts';
import { loadBackend } from '../../platform/session/backend.ts';
import { fieldMessageFor, messageFor } from '../../platform/session/message-for.ts';

/** Where a message belongs: its collection, the field that names the thread, the thread, and what is read anew when it has arrived. */
export type Place = { collection: string; field: string; id: string; queryKey: readonly string[] };

/** A message on its way. `id` is the record's, so that sending it again has no second effect. */
export type Outgoing = {
  id: string;
  place: Place;
  sender: string;
  text: string;
  files: readonly File[];
  created: string;
  /** Why it could not be sent; empty while it is on its way. */
  failure: string;
};

// Kept outside of any page: what is on its way, or failed, is still there when one comes back to the conversation.
let items: readonly Outgoing[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Outgoing[]): void {
  items = next;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing: readonly Outgoing[] = [];

/** Everything that this account has on its way, in all threads. */
export function useOutbox(): readonly Outgoing[] {
  return useSyncExternalStore(
    follow,
    () => items,
    () => nothing,
  );
}

/** Forgets a message that could not be sent. */
export function dropOutgoing(id: string): void {
  change(items.filter((item) => item.id !== id));
}

/** Sends messages: they are on screen at once, and stay there with their text when they can't be sent. */
export function useSending(place: Place, sender: string) {
  const queries = useQueryClient();
  const sending = useMutation({
    // One after the other, so that messages arrive in the order in which they were written.
    scope: { id: `${place.collection} ${place.id}` },
    mutationFn: async ({ id, text, files }: Outgoing) => {
      const body = { id, [place.field]: place.id, text, ...(files.length > 0 ? { attachments: [...files] } : {}) };
      await (await loadBackend()).collection(place.collection).create(body);
      await queries.invalidateQueries({ queryKey: place.queryKey });
    },
    onSuccess: (_, { id }) => dropOutgoing(id),
    onError: (error, { id }) => {
      const failure = ['text', 'attachments'].map((field) => fieldMessageFor(error, field)).find(Boolean);
      const words = failure ?? messageFor(error, texts.noConnection) ?? texts.noConnection;
      change(items.map((item) => (item.id === id ? { ...item, failure: words } : item)));
    },
  });
  return {
    send(text: string, files: readonly File[]) {
      const created = currentTime().toISOString();
      const item = { id: newRecordId(), place, sender, text, files, created, failure: '' };
      change([...items, item]);
      sending.mutate(item);
    },
    sendAgain(item: Outgoing) {
      const again = { ...item, failure: '' };
      change(items.map((other) => (other.id === item.id ? again : other)));
      sending.mutate(again);
    },
  };
}
