import { readSession } from '../session/session.ts';
import { readOutbox } from './outbox.ts';

type Ask = (leave: () => void) => void;

let ask: Ask | undefined;

/** How the signed-in area asks before what waits to be sent is lost; nothing once it is left. */
export function setLeavingQuestion(question: Ask | undefined): void {
  ask = question;
}

/** Leaves at once where nothing waits on this device to be sent; else it is tried to send it, and asked what becomes of the rest. */
export function leaveOrAsk(leave: () => void): void {
  if (ask && readOutbox(localStorage, readSession()?.user.id ?? '').length > 0) ask(leave);
  else leave();
}
