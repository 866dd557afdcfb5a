import type { Fetch } from '../../clients/typescript/transport/transport.ts';

/** The statuses that a load balancer treats as an unavailable service. */
const AWAY: readonly number[] = [502, 503, 504];

/**
 * A `fetch` that behaves like a load balancer in front of several instances. The instances take turns. If an instance
 * does not answer or cannot serve a request, the next instance gets it. An instance whose connection broke may have
 * carried out the request.
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
