import {
  CALLED_ENDPOINTS,
  PLAIN_ENDPOINTS,
  type CalledEndpoint,
  type TextEndpoint,
  type UpstreamWire,
} from '../../domain/models/protocols.ts';
import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
import { googleGenerateContent } from './google-generate-content/google-generate-content.ts';
import { openaiChatCompletions } from './openai-chat-completions/openai-chat-completions.ts';
import { openaiEmbeddings } from './openai-embeddings/openai-embeddings.ts';
import { openaiResponses } from './openai-responses/openai-responses.ts';
import type { PlainProtocol, Protocol, TextProtocol } from './shared/protocol.ts';

const BY_ENDPOINT = {
  messages: anthropicMessages,
  chat_completions: openaiChatCompletions,
  responses: openaiResponses,
  embeddings: openaiEmbeddings,
  generate_content: googleGenerateContent,
} as const satisfies Readonly<{
  [Each in CalledEndpoint]: Each extends TextEndpoint ? TextProtocol : Protocol;
}>;

/** The protocols in the order of `CALLED_ENDPOINTS`. */
export const PROTOCOLS: readonly Protocol[] = CALLED_ENDPOINTS.map((endpoint) => BY_ENDPOINT[endpoint]);

/** The protocol of an endpoint, which each call looks up once. */
export function protocolAt<Endpoint extends CalledEndpoint>(endpoint: Endpoint): (typeof BY_ENDPOINT)[Endpoint] {
  return BY_ENDPOINT[endpoint];
}

/** The protocol that represents its wire in everything that its protocols share, such as the header of the key. */
export function plainProtocolOf(wire: UpstreamWire): PlainProtocol {
  return BY_ENDPOINT[PLAIN_ENDPOINTS[wire]];
}
