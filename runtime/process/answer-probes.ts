/**
 * Answers probes of the parent process from the event loop, so that silence means a blocked loop. Without a channel to
 * the parent, there are no probes.
 */
export function answerProbes(): void {
  if (process.send === undefined) return;
  // The parent process may have ended by now, so a failed send is ignored.
  process.on('message', () => process.send?.('alive', undefined, undefined, () => undefined));
  // The channel alone must not keep the process running.
  process.channel?.unref();
}
