import { LoaderCircle, TextSearch, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import * as texts from '#texts/palette.ts';
import { tidy, useTyped } from '../../platform/lists/use-typed.ts';
import type { SessionUser } from '../../platform/session/session.ts';
import { IconButton } from '../../platform/ui/Button.tsx';
import { TopDialog } from '../../platform/ui/TopDialog.tsx';
import { PaletteList } from './PaletteList.tsx';
import type { PaletteEntry, Place } from './palette-entry.ts';
import { noteRecent } from './recent-entries.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

type CommandPaletteProps = {
  user: SessionUser;
  places: readonly Place[];
  onClose: () => void;
  leave: () => void;
  showShortcuts: () => void;
};

/**
 * One field for going to any page, doing what can be done from anywhere and finding people, lessons and answers. The arrow keys move through
 * what fits while the focus stays in the field.
 */
export function CommandPalette({ user, places, onClose, leave, showShortcuts }: CommandPaletteProps) {
  const listId = useId();
  const choose = useChoosing(user, onClose);
  const [asked, ask] = useState('');
  const [text, setText] = useTyped('', ask, 150);
  const { groups, isSearching, hasFailed, retry } = usePaletteGroups({
    user,
    places,
    text: tidy(text),
    asked,
    leave,
    showShortcuts,
  });
  const entries = groups.flatMap((group) => group.entries);
  const [activeId, setActive] = useState<string>();
  const active = entries.find(({ id }) => id === activeId) ?? entries[0];
  const optionId = (id: string) => `${listId}-${id}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const at = active ? entries.indexOf(active) : -1;
    const next = stepTo(event.key, at, entries.length);
    const entry = next === undefined ? undefined : entries[next];
    if (entry) {
      event.preventDefault();
      setActive(entry.id);
      document.getElementById(optionId(entry.id))?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && active) {
      event.preventDefault();
      choose.entry(active);
    }
  };
  return (
    <TopDialog title={texts.goToOrFind} onClose={onClose} givesFocusBack={choose.givesFocusBack}>
      <div className="flex items-center gap-2 border-line border-b py-1 pr-1 pl-4">
        <TextSearch size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-soft" />
        <input
          role="combobox"
          aria-label={texts.goDoOrFind}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active.id) : undefined}
          type="text"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          placeholder={texts.pagePersonLessonOrDay}
          className="min-h-12 min-w-0 grow bg-transparent px-1 outline-none"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(undefined);
          }}
          onKeyDown={onKeyDown}
        />
        {isSearching && <LoaderCircle size={18} aria-hidden className="shrink-0 animate-spin text-soft" />}
        <IconButton label={texts.close} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
      <PaletteList
        id={listId}
        text={tidy(text)}
        groups={groups}
        activeId={active?.id}
        optionId={optionId}
        isSearching={isSearching}
        hasFailed={hasFailed}
        onRetry={retry}
        onChoose={choose.entry}
      />
    </TopDialog>
  );
}

/** Where a key leads from a place in a list; undefined for keys that do not move. */
function stepTo(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(at + 5, count - 1);
  if (key === 'PageUp') return Math.max(at - 5, 0);
  return undefined;
}

function useChoosing(user: SessionUser, onClose: () => void) {
  const navigate = useNavigate();
  const goesOn = useRef(false);
  return {
    entry: (entry: PaletteEntry) => {
      const { path, run } = entry;
      // A new page takes the focus itself; what is done on this one leaves it where it was.
      goesOn.current = path !== undefined && !location.pathname.endsWith(path);
      onClose();
      if (path === undefined) return run();
      noteRecent(localStorage, user.id, entry);
      void navigate(path);
    },
    givesFocusBack: () => !goesOn.current,
  };
}
