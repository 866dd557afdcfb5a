import type { Protocol } from '../../../providers/protocols/shared/protocol.ts';
import { measureInput, type BodySize, type MeasuredInput } from './measure-input.ts';
import { outputDemand, type OutputDemand } from './output-demand.ts';
import { outsideInput, type OutsideInput } from './outside-input.ts';
import { tierFactor } from './tier-factor.ts';

/** The facts about a request that decide its maximum cost. None of them refers to the body. */
export interface CallDemand {
  readonly input: MeasuredInput;
  readonly outside: OutsideInput;
  /** The output demand; a sentence for the caller if a member that should bound the call is not a usable number. */
  readonly output: OutputDemand | string;
  /** The factor by which the call is more expensive than the price table states. */
  readonly factor: number;
}

/** Reads a body once. @param body the parsed body */
export function callDemand(
  protocol: Pick<Protocol, 'text'>,
  body: Readonly<Record<string, unknown>>,
  size: BodySize,
): CallDemand {
  return {
    input: measureInput(body, size),
    outside: outsideInput(body),
    output: outputDemand(protocol, body),
    factor: tierFactor(body),
  };
}
