/**
 * The protocols by which models are called: the one closed set, from which every other list of endpoints and wires
 * derives. What each of them says on the way stands in `providers/protocols/<id>/`.
 *
 * - `endpoint`: its name on the data plane, in scopes of keys, rules, metrics and lines of the journal;
 * - `wire`: what an entry of `providers` calls the family that it belongs to;
 * - `makes`: what a model gives by it;
 * - `takesSeed`: whether a request of it has a parameter `seed`.
 */
const PROTOCOLS = [
  { id: 'anthropic-messages', endpoint: 'messages', wire: 'anthropic', makes: 'text', takesSeed: false },
  { id: 'openai-chat-completions', endpoint: 'chat_completions', wire: 'openai', makes: 'text', takesSeed: true },
  { id: 'openai-responses', endpoint: 'responses', wire: 'openai', makes: 'text', takesSeed: false },
  { id: 'openai-embeddings', endpoint: 'embeddings', wire: 'openai', makes: 'vectors', takesSeed: false },
  { id: 'google-generate-content', endpoint: 'generate_content', wire: 'google', makes: 'text', takesSeed: true },
] as const;

type DeclaredProtocol = (typeof PROTOCOLS)[number];

export type ProtocolId = DeclaredProtocol['id'];

/** The endpoints of the data plane at which a model is called, by the names in the scopes of keys. */
export type CalledEndpoint = DeclaredProtocol['endpoint'];

/** The endpoints at which a model writes text. */
export type TextEndpoint = Extract<DeclaredProtocol, { readonly makes: 'text' }>['endpoint'];

/** The protocol family of a provider behind the gateway. */
export type UpstreamWire = DeclaredProtocol['wire'];

export const CALLED_ENDPOINTS: readonly CalledEndpoint[] = PROTOCOLS.map(({ endpoint }) => endpoint);

export const TEXT_ENDPOINTS: readonly TextEndpoint[] = PROTOCOLS.filter((each) => each.makes === 'text').map(
  ({ endpoint }) => endpoint,
);

/** The endpoints that return vectors. */
export const VECTOR_ENDPOINTS: readonly CalledEndpoint[] = PROTOCOLS.filter((each) => each.makes === 'vectors').map(
  ({ endpoint }) => endpoint,
);

export const UPSTREAM_WIRES: readonly UpstreamWire[] = [...new Set(PROTOCOLS.map(({ wire }) => wire))];

const WIRES_AT: Readonly<Record<string, UpstreamWire>> = Object.fromEntries(
  PROTOCOLS.map(({ endpoint, wire }) => [endpoint, wire]),
);

/** The wire that has an endpoint; undefined of `models`, which the gateway answers itself. */
export function wireAt(endpoint: string): UpstreamWire | undefined {
  return WIRES_AT[endpoint];
}

/** True if requests at an endpoint have a parameter `seed`. */
export function takesSeed(endpoint: CalledEndpoint): boolean {
  return PROTOCOLS.some((protocol) => protocol.endpoint === endpoint && protocol.takesSeed);
}

/**
 * The endpoint of a wire at which it is asked for a text where nobody says which: the one that every server of the wire
 * has.
 */
export const PLAIN_ENDPOINTS = {
  anthropic: 'messages',
  openai: 'chat_completions',
  google: 'generate_content',
} as const satisfies Readonly<Record<UpstreamWire, TextEndpoint>>;
