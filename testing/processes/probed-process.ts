import { answerProbes } from '../../runtime/process/answer-probes.ts';

/** A process that answers probes until input on stdin makes it block permanently. */
answerProbes();
process.stdin.once('data', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
process.stdout.write('up\n');
