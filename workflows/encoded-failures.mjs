import { DefaultFailureConverter } from '@temporalio/common';

/**
 * Writes the message and the stack of a failure into a payload, which is encrypted, and not next to it. Temporal's SDK
 * loads this file by its path, into the bundle of workflow code and with `require` in the worker: so it is JavaScript.
 */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
