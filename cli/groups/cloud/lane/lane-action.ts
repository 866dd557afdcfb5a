import type { Result } from '../../../output/result.ts';
import type { Context } from '../../../tree/context.ts';

/** The arguments and flags of a command of the lane. */
export interface LaneInput<Flags> {
  readonly args: readonly string[];
  readonly flags: Flags;
}

/** The code of a command of the lane. */
export interface LaneAction<Flags> {
  /** @throws CommandFault for every failure that a person can act on */
  run(context: Context, input: LaneInput<Flags>): Promise<Result>;
}
