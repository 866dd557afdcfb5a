/**
 * Preloaded into our own processes in a soak: on SIGWINCH, which means nothing to a process without a terminal, they
 * collect what nobody uses any more, so that what is measured after it is what they keep. By itself V8 lets hundreds of MiB
 * lie for a quarter of an hour where the machine has room.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGWINCH', () => collect());
