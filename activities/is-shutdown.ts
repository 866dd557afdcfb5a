/** True when an activity is cancelled because its worker shuts down, and not by anybody's wish. */
export function isShutdown({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.message === 'WORKER_SHUTDOWN';
}
