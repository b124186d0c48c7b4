import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import * as texts from '#texts/schedule.ts';
import { formatDay } from '../../platform/ui/format-time.ts';
import { clockOfMinute } from '../../platform/ui/wall-minutes.ts';
import type { Range, Taken } from './calendar-day.ts';
import { createEdgeScroll } from './edge-scroll.ts';
import {
  type Column,
  type Grabbed,
  isDrag,
  isMovable,
  isSameTime,
  type LessonMove,
  moveAt,
  moveByKey,
} from './lesson-drag.ts';
import { createLongPress } from './long-press.ts';
import type { CalendarLesson } from './use-calendar.ts';

type Given = {
  shown: { from: number; to: number };
  /** A lesson was put elsewhere: asks whether to move it. */
  onMove: (move: LessonMove) => void;
};

/** What a lesson in the calendar does with pointer and keys; the same for all of them, and for as long as the calendar is shown. */
export type LessonHandlers = {
  grab: (event: PointerEvent<HTMLElement>, date: string, lesson: Taken<CalendarLesson>) => void;
  move: (event: PointerEvent<HTMLElement>) => void;
  release: (event: PointerEvent<HTMLElement>) => void;
  cancel: () => void;
  click: (event: MouseEvent<HTMLElement>) => void;
  press: (event: KeyboardEvent<HTMLElement>, date: string, lesson: Taken<CalendarLesson>) => void;
  /** Keeps what a browser makes of a finger from a lesson that is being dragged: scrolling, and the menu of a link. What it wouldn't keep it lets go. */
  keep: (event: Event) => void;
  /** Escape leaves a lesson that a pointer or keys hold where it is, wherever the focus is. */
  escape: (event: globalThis.KeyboardEvent) => void;
};

const kept = ['touchstart', 'touchmove', 'contextmenu'];

/**
 * Moving lessons by a mouse, a pen, a finger that rests on one first, or Alt and arrow keys. What would be is drawn by hand into `ghost`: with 200
 * lessons in sight nothing is rendered anew while a pointer moves. `said` tells of keys; a finger that does not rest scrolls the page.
 */
export function useLessonDrag(given: Given) {
  const latest = useRef(given);
  const ghost = useRef<HTMLDivElement>(null);
  const [said, say] = useState('');
  useEffect(() => {
    latest.current = given;
  });
  const [handlers] = useState(() => createHandlers({ latest, ghost, say }));
  useEffect(() => {
    const grid = ghost.current?.parentElement;
    // A listener that React attaches may not stop a finger's scrolling.
    for (const type of kept) grid?.addEventListener(type, handlers.keep, { passive: false });
    addEventListener('keydown', handlers.escape);
    return () => {
      removeEventListener('keydown', handlers.escape);
      for (const type of kept) grid?.removeEventListener(type, handlers.keep);
      handlers.cancel();
    };
  }, [handlers]);
  return { ghost, said, handlers };
}

type Parts = { latest: RefObject<Given>; ghost: RefObject<HTMLDivElement | null>; say: (text: string) => void };

function createHandlers({ latest, ghost, say }: Parts): LessonHandlers {
  let grabbed: Grabbed | undefined;
  /** The click that a browser makes of the end of a drag opens no lesson. */
  let isClickOver = false;
  let byKeys: LessonMove | undefined;
  let pointer = { x: 0, y: 0 };
  const longPress = createLongPress();
  const edge = createEdgeScroll(() => follow());

  const draw = (move: LessonMove | undefined) => drawGhost(ghost.current, move, latest.current.shown);
  const clear = () => {
    longPress.end();
    edge.stop();
    grabbed = undefined;
    byKeys = undefined;
    draw(undefined);
    say('');
  };
  const ask = (move: LessonMove, origin: { date: string; range: Range }) => {
    clear();
    if (!isSameTime(move, origin)) latest.current.onMove(move);
  };
  const follow = () => {
    if (!grabbed) return;
    grabbed.move = moveTo(grabbed, pointer, latest.current.shown);
    draw(grabbed.move);
  };

  /** A finger that rests has the lesson, where it is as yet. */
  const lift = () => {
    if (!grabbed) return;
    grabbed.move = whereItIs(grabbed.lesson, grabbed.date);
    draw(grabbed.move);
  };

  return {
    grab(event, date, lesson) {
      event.stopPropagation();
      isClickOver = false;
      // A second finger means the page.
      if (event.button !== 0 || !event.isPrimary || !isMovable(lesson)) return clear();
      grabbed = held(event, date, lesson);
      pointer = grabbed.from;
      if (event.pointerType === 'touch') longPress.begin(lift);
      // From the start: a quick hand is off a short lesson before the first move is told.
      else event.currentTarget.setPointerCapture(event.pointerId);
    },
    move(event) {
      if (!grabbed || (!grabbed.move && !isDrag(grabbed, event.clientX, event.clientY))) return;
      if (longPress.isWaiting()) return clear();
      if (event.pointerType === 'touch') event.currentTarget.setPointerCapture(event.pointerId);
      pointer = { x: event.clientX, y: event.clientY };
      follow();
      edge.at(pointer.y);
    },
    release() {
      const done = grabbed;
      // Escape has ended it, and said so.
      if (!done) return;
      if (!done.move) return clear();
      isClickOver = true;
      ask(done.move, { date: done.date, range: done.lesson });
    },
    cancel: clear,
    click(event) {
      if (isClickOver) event.preventDefault();
      isClickOver = false;
    },
    press(event, date, lesson) {
      if (event.key === 'Enter' && byKeys) {
        event.preventDefault();
        return ask(byKeys, { date, range: lesson });
      }
      if (!event.altKey || !isMovable(lesson)) return;
      const next = moveByKey(event.key, byKeys ?? whereItIs(lesson, date));
      if (!next) return;
      event.preventDefault();
      byKeys = next;
      draw(next);
      say(texts.moveKeys({ when: momentText(next) }));
    },
    keep(event) {
      // A finger that stops a page still rolling goes on scrolling it, however long it rests: no browser can be kept from that.
      if (grabbed && !event.cancelable) return clear();
      if (grabbed?.move) event.preventDefault();
    },
    escape(event) {
      if (event.key !== 'Escape' || !(byKeys ?? grabbed?.move)) return;
      isClickOver = grabbed !== undefined;
      clear();
      say(texts.leftWhereItWas);
    },
  };
}

function whereItIs({ item, startMinute, endMinute }: Taken<CalendarLesson>, date: string): LessonMove {
  return { lesson: item, date, range: { startMinute, endMinute } };
}

/** Where the pointer holds the lesson, wherever the page is by now. */
function moveTo(grabbed: Grabbed, { x, y }: { x: number; y: number }, shown: { from: number; to: number }) {
  const place = { x: x + scrollX, y: y + scrollY, heldY: grabbed.heldY };
  return moveAt(grabbed, place, { columns: grabbed.columns, shown });
}

function held(event: PointerEvent<HTMLElement>, date: string, lesson: Taken<CalendarLesson>): Grabbed {
  const element = event.currentTarget;
  const from = { x: event.clientX, y: event.clientY };
  const heldY = event.clientY - element.getBoundingClientRect().top;
  return { lesson, date, from, columns: columnsAround(element), heldY, move: undefined };
}

// Of the page, so that scrolling meanwhile moves nothing.
function columnsAround(element: HTMLElement): Column[] {
  const days = element.closest('[data-days]')?.querySelectorAll<HTMLElement>('[data-day]') ?? [];
  return [...days].map((day) => {
    const { left, top, width, height } = day.getBoundingClientRect();
    return { date: day.dataset.day ?? '', left: left + scrollX, top: top + scrollY, width, height };
  });
}

function drawGhost(
  ghost: HTMLDivElement | null,
  move: LessonMove | undefined,
  shown: { from: number; to: number },
): void {
  if (!ghost) return;
  const column = move && ghost.parentElement?.querySelector<HTMLElement>(`[data-day="${move.date}"]`);
  ghost.hidden = !column;
  if (!column) return;
  const perMinute = column.offsetHeight / ((shown.to - shown.from) * 60);
  const y = column.offsetTop + (move.range.startMinute - shown.from * 60) * perMinute;
  ghost.style.transform = `translate(${column.offsetLeft}px, ${y}px)`;
  ghost.style.width = `${column.offsetWidth}px`;
  ghost.style.height = `${(move.range.endMinute - move.range.startMinute) * perMinute}px`;
  ghost.textContent = momentText(move);
}

/** `Tue 2 Mar 09:15–10:15` */
export function momentText({ date, range }: Pick<LessonMove, 'date' | 'range'>): string {
  return `${formatDay(date, 'UTC')} ${clockOfMinute(range.startMinute)}–${clockOfMinute(range.endMinute)}`;
}
