/**
 * Answers probes of the process that started this one with a channel for them, from the event loop: silence means that
 * the loop is blocked. Without a channel there are no probes.
 */
export function answerProbes(): void {
  if (process.send === undefined) return;
  // Who asked may be gone by now.
  process.on('message', () => process.send?.('alive', undefined, undefined, () => undefined));
  // Being asked alone keeps no process running.
  process.channel?.unref();
}
