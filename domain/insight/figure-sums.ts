import type { AdditiveFigure, AdditiveSums } from './group-sums.ts';

/**
 * Objects with a member for each additive figure. This file is generated from `ADDITIVE_FIGURES`: run
 * `npm run generate` after a change, and do not edit it. The members are written out, because an engine turns an
 * object of so many computed names, and every copy of it, into a hash table. Answers of thousands of groups would take
 * a multiple of the time and of the memory.
 */

/** The sums of a function, one for each figure. */
export function sumsOf<Sum extends bigint | number>(sum: (figure: AdditiveFigure) => Sum): Record<AdditiveFigure, Sum> {
  return {
    admitted: sum('admitted'),
    ended: sum('ended'),
    succeeded: sum('succeeded'),
    refused: sum('refused'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    partial: sum('partial'),
    served: sum('served'),
    routed: sum('routed'),
    protection_observed: sum('protection_observed'),
    response_samples: sum('response_samples'),
    first_output_samples: sum('first_output_samples'),
    attempts: sum('attempts'),
    measured: sum('measured'),
    total_tokens: sum('total_tokens'),
    input_measured: sum('input_measured'),
    input_tokens: sum('input_tokens'),
    output_measured: sum('output_measured'),
    output_tokens: sum('output_tokens'),
    cached_measured: sum('cached_measured'),
    cached_tokens: sum('cached_tokens'),
    reasoning_measured: sum('reasoning_measured'),
    reasoning_tokens: sum('reasoning_tokens'),
    effects: sum('effects'),
    nanos: sum('nanos'),
    settled_nanos: sum('settled_nanos'),
    priced: sum('priced'),
    pending: sum('pending'),
    unpriced: sum('unpriced'),
    estimated: sum('estimated'),
    estimate_unknown: sum('estimate_unknown'),
    adjustments: sum('adjustments'),
  };
}

/** The index of each figure's sum in a list, from the start of a group. */
export type FigureOffsets = Readonly<Record<AdditiveFigure, number>>;

/**
 * The sums of a group in a list; zero if it ends before. No function is called for each, because calls take most of the
 * time.
 */
export function sumsAt(offsets: FigureOffsets, list: readonly bigint[], start: number): AdditiveSums {
  return {
    admitted: sumAt(list, start + offsets.admitted),
    ended: sumAt(list, start + offsets.ended),
    succeeded: sumAt(list, start + offsets.succeeded),
    refused: sumAt(list, start + offsets.refused),
    failed: sumAt(list, start + offsets.failed),
    cancelled: sumAt(list, start + offsets.cancelled),
    partial: sumAt(list, start + offsets.partial),
    served: sumAt(list, start + offsets.served),
    routed: sumAt(list, start + offsets.routed),
    protection_observed: sumAt(list, start + offsets.protection_observed),
    response_samples: sumAt(list, start + offsets.response_samples),
    first_output_samples: sumAt(list, start + offsets.first_output_samples),
    attempts: sumAt(list, start + offsets.attempts),
    measured: sumAt(list, start + offsets.measured),
    total_tokens: sumAt(list, start + offsets.total_tokens),
    input_measured: sumAt(list, start + offsets.input_measured),
    input_tokens: sumAt(list, start + offsets.input_tokens),
    output_measured: sumAt(list, start + offsets.output_measured),
    output_tokens: sumAt(list, start + offsets.output_tokens),
    cached_measured: sumAt(list, start + offsets.cached_measured),
    cached_tokens: sumAt(list, start + offsets.cached_tokens),
    reasoning_measured: sumAt(list, start + offsets.reasoning_measured),
    reasoning_tokens: sumAt(list, start + offsets.reasoning_tokens),
    effects: sumAt(list, start + offsets.effects),
    nanos: sumAt(list, start + offsets.nanos),
    settled_nanos: sumAt(list, start + offsets.settled_nanos),
    priced: sumAt(list, start + offsets.priced),
    pending: sumAt(list, start + offsets.pending),
    unpriced: sumAt(list, start + offsets.unpriced),
    estimated: sumAt(list, start + offsets.estimated),
    estimate_unknown: sumAt(list, start + offsets.estimate_unknown),
    adjustments: sumAt(list, start + offsets.adjustments),
  };
}

function sumAt(list: readonly bigint[], position: number): bigint {
  return list[position] ?? 0n;
}
