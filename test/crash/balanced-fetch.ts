import type { Fetch } from '../../clients/typescript/transport/transport.ts';

/** What a load balancer takes for a service that is not there. */
const AWAY: readonly number[] = [502, 503, 504];

/**
 * What a load balancer does in front of several instances: requests take turns, and one that gets no answer, or that
 * its instance cannot serve, is given to the next. An instance whose connection broke may have done what it was asked.
 */
export function balancedFetch(origins: readonly string[]): Fetch {
  let turn = 0;
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    const start = (turn += 1);
    const to = (offset: number): string => `${origins[(start + offset) % origins.length] ?? ''}${pathname}${search}`;
    for (let offset = 0; offset < origins.length - 1; offset += 1) {
      const answer = await fetch(to(offset), init).catch(() => undefined);
      if (answer !== undefined && !AWAY.includes(answer.status)) return answer;
      await answer?.body?.cancel();
      init.signal.throwIfAborted();
    }
    return fetch(to(origins.length - 1), init);
  };
}
