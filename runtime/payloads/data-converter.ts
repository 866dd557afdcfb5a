import { join } from 'node:path';
import type { DataConverter } from '@temporalio/common';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createPayloadCodec } from './payload-codec.ts';
import type { PayloadEncryption } from './payload-encryption.ts';

/** The converter of failures, for the bundle of workflow code and for everything outside of it. */
export const ENCODED_FAILURES = join(import.meta.dirname, '..', '..', 'workflows', 'encoded-failures.mjs');

/**
 * The data converter of every Temporal client and worker: the SDK's own converter unless there are keys. Workers need
 * the bundle that converts failures in the same way, see `workflowBundle`.
 */
export function createDataConverter(encryption: PayloadEncryption, clock: Clock): DataConverter {
  if (encryption.payloadKeys.length === 0) return {};
  return {
    payloadCodecs: [createPayloadCodec(encryption, clock)],
    ...(encryption.encryptsPayloads && { failureConverterPath: ENCODED_FAILURES }),
  };
}
