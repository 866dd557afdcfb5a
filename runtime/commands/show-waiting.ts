/** What is needed of standard error. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const EVERY_MS = 1_000;
const CLEAR_LINE = '\u001b[2K';

/**
 * Shows on a terminal, in one line that is rewritten every second, how long `work` has been under way; the line is gone
 * when it settles, and whatever else is written meanwhile takes its place. Scripts, which read what is written, see nothing of it.
 */
export async function showWaiting<Result>(
  what: string,
  work: Promise<Result>,
  terminal: Terminal = process.stderr,
): Promise<Result> {
  if (terminal.isTTY !== true) return work;
  let seconds = 0;
  const ticking = setInterval(() => terminal.write(`${CLEAR_LINE}${what}: ${++seconds} s\r`), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
    if (seconds > 0) terminal.write(CLEAR_LINE);
  }
}
