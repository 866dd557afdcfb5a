import { answerProbes } from '../../runtime/process/answer-probes.ts';

/** A process that answers probes until it is asked to block, for good. */
answerProbes();
process.stdin.once('data', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
process.stdout.write('up\n');
