import type { ChildProcess } from 'node:child_process';

/** The interval between probes. A healthy process answers within a tick. */
const PROBE_MS = 5_000;
/** The number of unanswered probes that is reported: 10 seconds. */
const REPORTED = 2;
/**
 * The number of unanswered probes after which the process is killed: a minute, which is longer than a busy machine
 * delays a process.
 */
const ENDED = 12;

/**
 * Probes a process that calls `answerProbes`, at an interval. A process that does not answer is reported and finally
 * killed, because a blocked event loop does not handle a stop signal; its supervisor restarts it. The limits count
 * probes and not time, so that a delay of this process itself has no effect.
 */
export function probeProcess(child: ChildProcess, report: (line: string) => void, probeMs = PROBE_MS): void {
  let unanswered = 0;
  child.on('message', () => {
    if (unanswered > REPORTED) report('answers again');
    unanswered = 0;
  });
  const probing = setInterval(() => {
    if (unanswered === REPORTED)
      report(`has not answered for ${(REPORTED * probeMs) / 1_000} s: its event loop is blocked`);
    if (unanswered === ENDED) {
      report(`has not answered for ${(ENDED * probeMs) / 1_000} s: killing it`);
      child.kill('SIGKILL');
    }
    unanswered += 1;
    // A process that has ended has no channel, and needs no probe.
    if (child.connected) child.send('probe', () => undefined);
  }, probeMs);
  child.once('exit', () => clearInterval(probing));
}
