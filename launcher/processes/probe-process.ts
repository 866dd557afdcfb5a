import type { ChildProcess } from 'node:child_process';

/** A process that works answers within a tick. */
const PROBE_MS = 5_000;
/** The number of unanswered probes after which the log says so: 10 seconds. */
const TOLD = 2;
/**
 * The number of unanswered probes after which the process is ended: a minute, longer than a busy machine makes a
 * process wait.
 */
const ENDED = 12;

/**
 * Asks a process that calls `answerProbes` for a sign of life, again and again. One that does not answer is named, and
 * in the end killed, since a process that stands still hears no request to end; who keeps it running starts it again.
 * Probes are counted, not time: while this process itself is held up, none is due.
 */
export function probeProcess(child: ChildProcess, report: (line: string) => void, probeMs = PROBE_MS): void {
  let unanswered = 0;
  child.on('message', () => {
    if (unanswered > TOLD) report('answers again');
    unanswered = 0;
  });
  const probing = setInterval(() => {
    if (unanswered === TOLD) report(`does not answer for ${(TOLD * probeMs) / 1_000} s: its event loop stands still`);
    if (unanswered === ENDED) {
      report(`has not answered for ${(ENDED * probeMs) / 1_000} s: ending it`);
      child.kill('SIGKILL');
    }
    unanswered += 1;
    // A process that ends meanwhile has no channel any more, and needs no probe.
    if (child.connected) child.send('probe', () => undefined);
  }, probeMs);
  child.once('exit', () => clearInterval(probing));
}
