import { describe, expect, it } from 'vitest';
import { CALLED_ENDPOINTS, UPSTREAM_WIRES, endpointWire } from '../../../../domain/models/protocols.ts';
import { plainProtocolOf, PROTOCOLS, protocolAt } from '../../../../providers/protocols/registry.ts';

describe('the registry of protocols', () => {
  it('has each protocol under its endpoint, in the order of the closed set', () => {
    expect(PROTOCOLS.map(({ id, endpoint }) => [id, endpoint])).toEqual([
      ['anthropic-messages', 'messages'],
      ['openai-chat-completions', 'chat_completions'],
      ['openai-responses', 'responses'],
      ['openai-embeddings', 'embeddings'],
      ['google-generate-content', 'generate_content'],
    ]);
    expect(CALLED_ENDPOINTS.map((endpoint) => protocolAt(endpoint).endpoint)).toEqual(CALLED_ENDPOINTS);
  });

  it('has protocols with equal members in equal order, so that calls have one hidden class', () => {
    const [first, ...others] = PROTOCOLS.map((protocol) => Object.keys(protocol));
    for (const members of others) expect(members).toEqual(first);
  });

  it.each(UPSTREAM_WIRES)('sends a key in one form to all endpoints of the protocol %s', (wire) => {
    const ofWire = PROTOCOLS.filter(({ endpoint }) => endpointWire(endpoint) === wire);
    for (const { credential } of ofWire) expect(credential).toEqual(plainProtocolOf(wire).credential);
  });
});
