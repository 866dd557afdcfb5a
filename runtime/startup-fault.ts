/**
 * A fault at the start of a process that the person who started it can correct: one sentence, shown without a stack.
 */
export class StartupFault extends Error {
  override readonly name = 'StartupFault';
}
