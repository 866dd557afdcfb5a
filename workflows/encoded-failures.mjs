import { DefaultFailureConverter } from '@temporalio/common';

/**
 * The converter that writes the message and the stack of a failure into its payload, which is encrypted, instead of
 * plain fields. Temporal's SDK loads this file by its path, into the workflow bundle and with `require` in the worker.
 * Hence it is JavaScript.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
