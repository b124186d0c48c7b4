import { useId } from 'react';
import * as texts from '#texts/palette.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

type PaletteListProps = {
  id: string;
  text: string;
  groups: readonly PaletteGroup[];
  activeId: string | undefined;
  optionId: (id: string) => string;
  isSearching: boolean;
  hasFailed: boolean;
  onRetry: () => void;
  onChoose: (entry: PaletteEntry) => void;
};

/** What the palette offers, in groups, with how many there are said to screen readers. */
export function PaletteList({ id, text, groups, isSearching, hasFailed, onRetry, ...options }: PaletteListProps) {
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <p role="status" className="unseen">
        {isSearching ? texts.searching : texts.countResults({ count })}
      </p>
      <div id={id} role="listbox" aria-label={texts.results} className="overflow-y-auto overscroll-contain px-2 pb-2">
        {groups.map((group) => (
          <Group key={group.title} group={group} {...options} />
        ))}
      </div>
      {hasFailed && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 border-line border-t px-4 py-2">
          {texts.couldNotBeSearched}
          <Button variant="quiet" className="px-2" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        </p>
      )}
      {count === 0 && !hasFailed && (
        <div className="px-4 pt-1 pb-5">
          <p className="font-semibold">{isSearching ? texts.searchingStill : texts.nothingFits({ text })}</p>
          <p className="text-soft">{texts.tryAPage}</p>
        </div>
      )}
    </>
  );
}

type GroupProps = Pick<PaletteListProps, 'activeId' | 'optionId' | 'onChoose'> & { group: PaletteGroup };

function Group({ group, activeId, optionId, onChoose }: GroupProps) {
  const headingId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox is no set of form fields.
    <div role="group" aria-labelledby={headingId}>
      <p id={headingId} className="px-3 pt-3 pb-1 font-semibold text-soft text-note">
        {group.title}
      </p>
      {group.entries.map((entry) => (
        <Option
          key={entry.id}
          id={optionId(entry.id)}
          entry={entry}
          isActive={entry.id === activeId}
          onChoose={() => onChoose(entry)}
        />
      ))}
    </div>
  );
}

type OptionProps = { id: string; entry: PaletteEntry; isActive: boolean; onChoose: () => void };

function Option({ id, entry, isActive, onChoose }: OptionProps) {
  const Icon = entry.icon;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken by the field, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option instead of moving the focus.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5',
        isActive ? 'bg-tint outline-2 outline-green -outline-offset-2' : 'hover:bg-sunken',
      )}
      // The focus stays in the field, so that a phone's keyboard does not go away under the finger.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className="shrink-0 text-soft" />
      <span className="min-w-0 shrink-0 max-w-full">{entry.label}</span>
      {entry.detail && <span className="ml-auto min-w-0 truncate text-right text-soft text-note">{entry.detail}</span>}
    </div>
  );
}
