import { createManagementTokenStore } from '../../store/management/management-token-store.ts';
import type { AlertStage, Condition } from './condition.ts';

/** One stream more than a credential may have. */
const STREAMS = 5;

const streams = new AbortController();

/** Opens streams of live decisions with a new token, and leaves them open. */
async function openStreams({ pool, managementUrl }: AlertStage): Promise<void> {
  const tokens = createManagementTokenStore(pool, { now: () => new Date() });
  const rights = { role: 'viewer', scopes: ['analytics:read'], expiresAt: undefined } as const;
  const { token } = await tokens.make({ label: 'alerts', ...rights });
  for (let number = 0; number < STREAMS; number += 1)
    await fetch(`${managementUrl}/tt/api/v1/decisions/stream`, {
      headers: { authorization: `Bearer ${token}` },
      signal: streams.signal,
    });
}

/** The condition of live decisions. */
export const DECISION_CONDITION: Condition = {
  name: 'a client opens more streams of live decisions than it may',
  alerts: ['TruetallyDecisionStreamsRefused'],
  cause: openStreams,
  meanwhile: openStreams,
  mend() {
    streams.abort();
    return Promise.resolve();
  },
};
