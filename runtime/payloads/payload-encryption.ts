import type { Configuration } from '../configuration/configuration.ts';

/** The encryption of data in Temporal: its keys, and the time until which data may be plain. */
export type PayloadEncryption = Pick<Configuration, 'payloadKeys' | 'encryptsPayloads' | 'plainPayloadsUntil'>;
