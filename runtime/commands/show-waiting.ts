/** The parts of standard error that are needed. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const EVERY_MS = 1_000;
const CLEAR_LINE = '\u001b[2K';

/**
 * Shows on a terminal, in one line that is rewritten every second, how long `work` has run. The line is removed when it
 * settles, and other output replaces it meanwhile. Scripts, which read the output, see nothing of it.
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
