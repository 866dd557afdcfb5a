import type { Screen } from './screen.ts';
import { shortenMiddle } from './text-width.ts';

/** A line on standard error that shows how far a command is. */
export interface Progress {
  /** Shows a text in place of the one before, at most ten times a second. */
  show(text: string): void;
  /** Removes the line. */
  end(): void;
}

/** The minimum time between two lines: at most ten appear in a second. */
const FRAME_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

/**
 * The progress of a command on a terminal. Elsewhere, and with `--quiet`, `TERM=dumb` or `CI`, it shows nothing. It
 * never hides the cursor, so an interrupted command leaves the terminal as it was.
 */
export function createProgress(
  write: (text: string) => void,
  screen: Screen,
  settings: { readonly isQuiet: boolean; readonly env: Readonly<Record<string, string | undefined>> },
  nowMs: () => number,
): Progress {
  const { width } = screen;
  if (width === undefined || settings.isQuiet || settings.env['TERM'] === 'dumb' || settings.env['CI'] !== undefined)
    return { show: () => undefined, end: () => undefined };
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    show: (text) => {
      if (nowMs() - shownAt < FRAME_MS) return;
      shownAt = nowMs();
      isShown = true;
      write(`${CLEAR_LINE}${shortenMiddle(text, width - 1, screen.hasUnicode ? '…' : '~')}`);
    },
    end: () => {
      if (isShown) write(CLEAR_LINE);
      isShown = false;
    },
  };
}
