/** Where progress is shown; a terminal draws over its line, a file gets a line every tenth. */
export type Terminal = { write: (text: string) => unknown; isTTY?: boolean };

const width = 30;

export type ProgressBar = {
  show: (label: string, done: number, total: number) => void;
  /** Leaves the line. */
  end: () => void;
};

/** A bar that says how much of something is done. */
export function createProgressBar(terminal: Terminal): ProgressBar {
  let shown = '';
  return {
    show(label, done, total) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const percent = Math.floor(share * 100);
      const key = terminal.isTTY ? `${label} ${percent}` : `${label.split(' ')[0]} ${Math.floor(percent / 10)}`;
      if (key === shown) return;
      shown = key;
      const full = Math.round(share * width);
      const line = `[${'#'.repeat(full)}${'-'.repeat(width - full)}] ${percent} %  ${label}: ${done} of ${total}`;
      terminal.write(terminal.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end() {
      if (shown !== '' && terminal.isTTY) terminal.write('\n');
    },
  };
}
