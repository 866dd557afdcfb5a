/** True if an activity is cancelled because its worker shuts down, and not on request. */
export function isShutdown({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.message === 'WORKER_SHUTDOWN';
}
