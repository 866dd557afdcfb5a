import type { CredentialHeader } from './protocol.ts';

/** The credential of OpenAI's protocols. */
export const BEARER: CredentialHeader = { header: 'authorization', prefix: 'Bearer ' };
