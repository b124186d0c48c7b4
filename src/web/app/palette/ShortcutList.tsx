import { useState } from 'react';
import * as texts from '#texts/palette.ts';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { isQuestionMarkOn, switchQuestionMark } from './shell-shortcut.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const command = isMac ? texts.keyCommand : texts.keyControl;

type Shortcut = { keys: readonly string[]; does: string };

const parts: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: texts.everywhere,
    shortcuts: [
      { keys: [command, 'K'], does: texts.goDoOrFind },
      { keys: [command, 'B'], does: texts.openOrCloseSidebar },
      { keys: ['?'], does: texts.showThisList },
      { keys: [texts.keyEscape], does: texts.closeWhatLiesOver },
    ],
  },
  {
    title: texts.inTheList,
    shortcuts: [
      { keys: ['↓', '↑'], does: texts.nextAndPrevious },
      { keys: ['Enter'], does: texts.goThereOrDoIt },
    ],
  },
  {
    title: texts.inAMessage,
    shortcuts: [
      { keys: ['Enter'], does: texts.sendIt },
      { keys: ['Shift', 'Enter'], does: texts.beginANewLine },
    ],
  },
  {
    title: texts.inMySchedule,
    shortcuts: [
      { keys: ['Alt', '↑ ↓'], does: texts.moveHours },
      { keys: ['Shift', '↑ ↓'], does: texts.letThemEnd },
    ],
  },
];

/** What can be done by keys, and the switch for the one that needs no other key beside it. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(isQuestionMarkOn);
  const change = (on: boolean) => {
    switchQuestionMark(on);
    setOn(on);
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.keyboardShortcuts}>
      <div className="grid gap-5">
        {parts.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-title">{title}</h3>
            <dl className="grid">
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 border-line border-t py-2">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="min-w-7 rounded border border-line-strong bg-sunken px-1.5 text-center font-text text-note"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox label={texts.questionMarkOpens} checked={isOn} onChange={({ target }) => change(target.checked)} />
      </div>
    </Dialog>
  );
}
