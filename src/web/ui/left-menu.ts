let button: Element | null = null;

/** A menu is gone. Its button gets the focus a moment later; a window that opens in between must know it to give the focus back. */
export function leaveMenu(from: Element | null): void {
  button = from;
}

/** The button has the focus again, or nobody will give it. */
export function forgetMenu(): void {
  button = null;
}

/** The button of the menu that is gone and has not given the focus back. */
export const buttonOfLeftMenu = (): Element | null => button;
