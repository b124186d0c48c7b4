import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#texts/palette.ts';
import { useView } from '../../platform/session/dashboard-view.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import type { PaletteGroup, Place } from './palette-entry.ts';
import { paletteActions, palettePages } from './palette-places.ts';
import { rankEntries } from './rank-entries.ts';
import { readRecent } from './recent-entries.ts';
import { shortestSearch, useFinding } from './use-finding.ts';

type Asking = {
  user: SessionUser;
  places: readonly Place[];
  /** What is in the field. */
  text: string;
  /** What was in it when typing last rested. */
  asked: string;
  leave: () => void;
  showShortcuts: () => void;
};

/** What the palette shows: without a text what was last gone to, all pages and actions; else what of these fits, and what the server finds. */
export function usePaletteGroups({ user, places, text, asked, leave, showShortcuts }: Asking) {
  const view = useView();
  const [recent] = useState(() => readRecent(localStorage, user.id).map((entry) => ({ ...entry, icon: RotateCcw })));
  const found = useFinding(user, asked);
  const pages = palettePages(places, user.role);
  const actions = paletteActions({ view, role: user.role, leave, showShortcuts });
  const isAsking = text.length >= shortestSearch;
  const own: PaletteGroup[] = [
    {
      title: texts.recent,
      entries: text === '' ? recent.map((entry) => ({ ...entry, id: `recent-${entry.id}` })) : [],
    },
    { title: texts.pages, entries: rankEntries(pages, text) },
    { title: texts.actions, entries: rankEntries(actions, text) },
  ];
  const groups = [...own, ...(isAsking ? (found.data ?? []) : [])];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: isAsking && (text !== asked || found.isFetching),
    hasFailed: isAsking && found.isError,
    retry: () => void found.refetch(),
  };
}
