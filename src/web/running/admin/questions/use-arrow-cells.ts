import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const steps: Readonly<Record<string, [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** Makes the buttons of a table one stop of the Tab key: arrows go to the next one that way, past fields without one; Home and End within the row. */
export function useArrowCells() {
  const table = useRef<HTMLTableElement>(null);
  const stop = useRef<Element>(null);
  const keepOneStop = () => {
    const buttons = [...(table.current?.querySelectorAll('button') ?? [])];
    const kept = buttons.find((button) => button === stop.current) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === kept ? 0 : -1;
  };
  // Also after each render: fields come and go with the figures.
  useEffect(keepOneStop);
  return {
    ref: table,
    onFocus({ target }: FocusEvent) {
      stop.current = target;
      keepOneStop();
    },
    onKeyDown(event: KeyboardEvent) {
      const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>('td, th') : null;
      const next = cell && buttonFrom(cell, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}

function buttonFrom(cell: HTMLTableCellElement, key: string): HTMLButtonElement | undefined {
  const row = cell.closest('tr');
  const rows = [...(cell.closest('table')?.rows ?? [])];
  const inRow = [...(row?.querySelectorAll('button') ?? [])];
  if (!row || key === 'Home') return inRow[0];
  if (key === 'End') return inRow.at(-1);
  const [down, right] = steps[key] ?? [0, 0];
  if (right !== 0) return inRow[inRow.indexOf(cell.querySelector('button') as HTMLButtonElement) + right];
  if (down === 0) return undefined;
  const ahead = rows.slice(down > 0 ? row.rowIndex + 1 : 0, down > 0 ? undefined : row.rowIndex);
  const column = (down > 0 ? ahead : ahead.reverse()).map((other) => other.cells[cell.cellIndex]);
  return column.map((other) => other?.querySelector('button')).find((button) => button != null) ?? undefined;
}
