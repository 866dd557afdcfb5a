/**
 * The error for a payload with an unknown key, with the binding of another workflow, without encryption, or with
 * changed content. It is deliberately not a Temporal failure: the workflow task fails and is retried until the key is
 * available, and the workflow itself does not see the error.
 */
export class UnreadablePayload extends Error {
  override readonly name = 'UnreadablePayload';
}
