/**
 * Lets this process answer whoever started it with a channel for that, from its event loop: silence means that the loop
 * stands still. Started without one, nobody asks.
 */
export function answerProbes(): void {
  if (process.send === undefined) return;
  // Who asked may be gone by now.
  process.on('message', () => process.send?.('alive', undefined, undefined, () => undefined));
  // Being asked alone keeps no process running.
  process.channel?.unref();
}
