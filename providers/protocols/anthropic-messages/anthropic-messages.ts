import type { Protocol } from '../shared/protocol.ts';

/** Anthropic's Messages. */
export const anthropicMessages: Protocol = {
  id: 'anthropic-messages',
  endpoint: 'messages',
  paths: { served: '/v1/messages', called: '/v1/messages', counted: '/count_tokens' },
  credential: { header: 'x-api-key', prefix: '' },
  ownHeaders: { 'anthropic-version': '2023-06-01' },
  operation: 'chat',
  usageFlavors: ['default'],
};
