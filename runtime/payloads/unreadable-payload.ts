/**
 * A payload that was encrypted with a key that is not here, or for another workflow, or not at all, or that was changed
 * since. Deliberately no failure of Temporal's: where a workflow meets it, its task fails and is handed out again until
 * the key is there, and the workflow itself never hears of it.
 */
export class UnreadablePayload extends Error {
  override readonly name = 'UnreadablePayload';
}
