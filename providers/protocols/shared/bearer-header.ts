import type { CredentialHeader } from './protocol.ts';

/** The header for the key in OpenAI's protocols. */
export const BEARER_HEADER: CredentialHeader = { header: 'authorization', prefix: 'Bearer ' };
