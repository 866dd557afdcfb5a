/**
 * The protocols by which models are called: the closed set from which all other lists of endpoints and wires derive.
 * Their messages are defined in `providers/protocols/<id>/`.
 *
 * - `endpoint`: the name on the data plane, in scopes of keys, rules, metrics and journal lines;
 * - `wire`: the protocol family, as an entry of `providers` names it;
 * - `makes`: the kind of output;
 * - `takesSeed`: true if requests have a parameter `seed`.
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

/** The endpoints of the data plane that call a model, by their names in the scopes of keys. */
export type CalledEndpoint = DeclaredProtocol['endpoint'];

/** The endpoints with text output. */
export type TextEndpoint = Extract<DeclaredProtocol, { readonly makes: 'text' }>['endpoint'];

/** The protocol family of an upstream provider. */
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

/** The protocol family of an endpoint; undefined for `models`, which the gateway answers itself. */
export function endpointWire(endpoint: string): UpstreamWire | undefined {
  return WIRES_AT[endpoint];
}

/** True if requests at an endpoint have a parameter `seed`. */
export function takesSeed(endpoint: CalledEndpoint): boolean {
  return PROTOCOLS.some((protocol) => protocol.endpoint === endpoint && protocol.takesSeed);
}

/** The default endpoint for text of each protocol family: the one that every server of the family has. */
export const PLAIN_ENDPOINTS = {
  anthropic: 'messages',
  openai: 'chat_completions',
  google: 'generate_content',
} as const satisfies Readonly<Record<UpstreamWire, TextEndpoint>>;
