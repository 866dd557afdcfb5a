import type { Credential } from './protocol.ts';

/** The credential of OpenAI's protocols. */
export const BEARER: Credential = { header: 'authorization', prefix: 'Bearer ' };
