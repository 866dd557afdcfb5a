/** The part of standard error that the display needs. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const EVERY_MS = 1_000;
const CLEAR_LINE = '\u001b[2K';

/**
 * Shows on a terminal how long `work` has run, in one line that is rewritten every second. Other output replaces the
 * line, and it is removed when `work` settles. Output that is not a terminal, as in scripts, does not contain it.
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
