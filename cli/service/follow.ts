import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../tree/context.ts';

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

/** A state that is asked for until it has ended. */
interface Followed<State> {
  /** The maximum time; undefined for no end. */
  readonly timeoutMs: number | undefined;
  readonly ask: () => Promise<State>;
  readonly hasEnded: (state: State) => boolean;
  /** The line of progress. */
  readonly describe: (state: State) => string;
}

/** Asks for a state until it has ended or the time is over, and returns the last one. */
export async function follow<State>(
  { progress, signal }: Context,
  { timeoutMs = Number.POSITIVE_INFINITY, ask, hasEnded, describe }: Followed<State>,
): Promise<State> {
  const startedAt = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    const state = await ask();
    const elapsedMs = performance.now() - startedAt;
    if (hasEnded(state) || elapsedMs >= timeoutMs) {
      progress.end();
      return state;
    }
    progress.show(`${describe(state)}, ${Math.floor(elapsedMs / 1_000)} s`);
    await sleep(Math.min(pauseMs, timeoutMs - elapsedMs), undefined, { signal });
  }
}
