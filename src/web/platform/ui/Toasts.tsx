import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import * as texts from '#texts/ui.ts';

export type ToastMessage = {
  text: string;
  /** Offered as a button for as long as the message shows. */
  undo?: () => void;
  undoLabel?: string;
  isFailure?: boolean;
  /** What the server tells by itself: it waits until what one's own deed says was read, since it often speaks of the same. */
  isNews?: boolean;
};

type Shown = ToastMessage & { id: number };
type Announce = (message: ToastMessage) => void;

const ToastContext = createContext<Announce | undefined>(undefined);

/** How long a message stays, in milliseconds; longer when it can be undone. The pointer or the focus on it stops the time. */
export const toastDurations = { plain: 5000, withUndo: 8000 };

/** Shows short messages at the edge of the page that need no answer; call `useToast` below it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Shown[]>([]);
  const [isBelow, setBelow] = useState(false);
  const nextId = useRef(0);
  const announce = useCallback<Announce>((message) => {
    nextId.current += 1;
    const id = nextId.current;
    setBelow(wasPressedAbove());
    setMessages((shown) => [...shown.slice(-2), { ...message, id }]);
  }, []);
  const drop = (id: number) => setMessages((shown) => shown.filter((message) => message.id !== id));
  return (
    <ToastContext value={announce}>
      <Primitive.Provider swipeDirection="right">
        {children}
        {shownOf(messages).map((message) => (
          <Toast key={message.id} message={message} onClose={() => drop(message.id)} />
        ))}
        {/* On a phone one at a time, under the header, where sheets and bars have no buttons, or above the bars, where what they speak of is up there;
            beside a dialog or a sheet on a wide page at the other edge. */}
        <Primitive.Viewport
          className={`toasts fixed right-4 z-[70] flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 outline-none md:bottom-4 ${isBelow ? 'max-md:bottom-20' : 'max-md:top-18'}`}
        />
      </Primitive.Provider>
    </ToastContext>
  );
}

/** Whether what one pressed last is in the upper half of the window: a tap leaves no focus on some phones, but what it hit counts as hovered. */
function wasPressedAbove(): boolean {
  const pressed = [...document.querySelectorAll(':focus, :hover')].at(-1);
  return pressed !== undefined && pressed.getBoundingClientRect().bottom < innerHeight / 2;
}

/** News wait for the messages about one's own deeds: on a phone, where one is shown at a time, they would cover them. */
function shownOf(messages: readonly Shown[]): readonly Shown[] {
  const own = messages.filter(({ isNews }) => !isNews);
  return own.length > 0 ? own : messages;
}

/** The function that shows a message: `toast({text: 'Lesson moved', undo})`. */
export function useToast(): Announce {
  const announce = useContext(ToastContext);
  if (!announce) throw new Error('useToast needs a ToastProvider above it');
  return useMemo(() => announce, [announce]);
}

function Toast({ message, onClose }: { message: Shown; onClose: () => void }) {
  const undoLabel = message.undoLabel ?? texts.undo;
  return (
    <Primitive.Root
      duration={message.undo ? toastDurations.withUndo : toastDurations.plain}
      type={message.isFailure ? 'foreground' : 'background'}
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="layer-rise flex min-h-13 items-center gap-2 rounded bg-ink py-1 pl-4 pr-1 text-paper"
    >
      <Primitive.Description className="grow py-2">
        {message.isFailure && <b className="font-semibold">{texts.notDone} </b>}
        {message.text}
      </Primitive.Description>
      {message.undo && (
        <Primitive.Action altText={undoLabel} asChild>
          <button type="button" className="min-h-11 px-3 font-semibold underline" onClick={message.undo}>
            {undoLabel}
          </button>
        </Primitive.Action>
      )}
      <Primitive.Close aria-label={texts.dismiss} className="flex size-11 items-center justify-center">
        <X size={18} strokeWidth={1.75} aria-hidden />
      </Primitive.Close>
    </Primitive.Root>
  );
}
