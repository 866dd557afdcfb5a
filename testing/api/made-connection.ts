import type { ProviderConnection } from '../../store/gateway/connection-store.ts';
import type { FakeComparing } from '../fakes/comparing.ts';
import { demoId } from './demo-ids.ts';
import { ENVIRONMENT_IDS } from './made-route.ts';

/**
 * A connection to two models of one family and to a third model without a price. The demo's environment may use it only
 * for answers.
 */
export function makeConnection(number = 1, change: Partial<ProviderConnection> = {}): ProviderConnection {
  return {
    connectionId: demoId('connection', number),
    name: `connection ${number}`,
    provider: 'anthropic',
    wire: 'messages',
    endpoint: 'https://api.anthropic.com',
    key: { kind: 'variable', name: 'ANTHROPIC_API_KEY' },
    modelFamilies: { sonnet: 'claude', haiku: 'claude', unpriced: 'other' },
    uses: ['inference'],
    grants: [ENVIRONMENT_IDS.environmentId],
    createdAt: new Date('2026-02-01T08:00:00.000Z'),
    retiredAt: undefined,
    limitedUntil: undefined,
    ...change,
  };
}

/** Stores a connection for answers, and a second connection of the workspace that may also judge. */
export function putConnections({ connectionRows }: FakeComparing): void {
  const judging = {
    provider: 'openai_compatible',
    wire: 'chat_completions',
    endpoint: 'http://models.home:8080/v1',
    modelFamilies: { gpt: 'gpt', claudia: 'claude' },
    uses: ['inference', 'judging'],
    grants: [ENVIRONMENT_IDS.workspaceId],
  } as const;
  connectionRows.push(makeConnection(), makeConnection(2, judging));
}
