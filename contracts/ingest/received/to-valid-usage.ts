import type { ReportedUsage } from './reported-call.ts';

/** Tokens as a source states them. */
export interface StatedUsage extends Omit<ReportedUsage, 'total'> {
  readonly total?: number | undefined;
  /** True if its input excludes cached tokens. */
  readonly hasCachesBeside?: boolean;
}

/**
 * The usage, without a part that is larger than its whole; undefined for counts that contradict each other. Cached
 * tokens that exceed the input are added to it. Reasoning is added to the output if the total shows that it is not
 * included.
 */
export function toValidUsage(stated: StatedUsage): ReportedUsage | undefined {
  const { source, cacheRead, cacheWrite, reasoning, total } = stated;
  const caches = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const extra = stated.hasCachesBeside === true || caches > stated.input ? caches : 0;
  const input = stated.input + extra;
  const output = outputWith(stated, input);
  if (output === undefined) return undefined;
  const sum = input + output;
  const whole = total !== undefined && total < sum ? total + extra : (total ?? sum);
  if (whole < sum) return undefined;
  return {
    source,
    input,
    output,
    total: whole,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(reasoning !== undefined && { reasoning }),
  };
}

function outputWith({ output, reasoning = 0, total }: StatedUsage, input: number): number | undefined {
  if (reasoning <= output) return output;
  return total === input + output + reasoning ? output + reasoning : undefined;
}
