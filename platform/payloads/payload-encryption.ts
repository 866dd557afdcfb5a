import type { Configuration } from '../configuration.ts';

/** Whether and with which keys what Temporal keeps is encrypted. */
export type PayloadEncryption = Pick<Configuration, 'payloadKeys' | 'encryptsPayloads'>;
