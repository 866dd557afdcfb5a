/**
 * A reason why the platform cannot start that the person who started it can act on: one sentence, shown without a
 * stack.
 */
export class StartupFault extends Error {
  override readonly name = 'StartupFault';
}
