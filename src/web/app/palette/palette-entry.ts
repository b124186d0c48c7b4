import type { LucideIcon } from 'lucide-react';

/** One line of the palette: a place to go to, or something to do. Exactly one of `path` and `run` is there. */
export type PaletteEntry = {
  /** The same for the same thing, whatever it is called. */
  id: string;
  label: string;
  /** Shown beside the name, and searched less. */
  detail?: string;
  /** Other words that people may type for it. */
  words?: string;
  icon: LucideIcon;
} & ({ path: string; run?: never } | { run: () => void; path?: never });

export type PaletteGroup = { title: string; entries: readonly PaletteEntry[] };

/** A place of the sidebar. */
export type Place = { label: string; path: string; icon: LucideIcon };
