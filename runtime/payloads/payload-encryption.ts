import type { Configuration } from '../configuration/configuration.ts';

/** Whether and with which keys what Temporal keeps is encrypted, and until when it may be found plain. */
export type PayloadEncryption = Pick<Configuration, 'payloadKeys' | 'encryptsPayloads' | 'plainPayloadsUntil'>;
