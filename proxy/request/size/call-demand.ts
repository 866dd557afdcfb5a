import type { Protocol } from '../../../providers/protocols/shared/protocol.ts';
import { measureInput, type BodySize, type MeasuredInput } from './measure-input.ts';
import { outputDemand, type OutputDemand } from './output-demand.ts';
import { outsideInput, type OutsideInput } from './outside-input.ts';
import { tierFactor } from './tier-factor.ts';

/** The members of a request that decide its maximum cost. None of them is a part of the body. */
export interface CallDemand {
  readonly input: MeasuredInput;
  readonly outside: OutsideInput;
  /** A sentence instead, where a member that bounds the call is no number that bounds anything. */
  readonly output: OutputDemand | string;
  /** The factor by which it is more expensive than the price table says. */
  readonly factor: number;
}

/** Reads a body once. @param body as it was parsed */
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
