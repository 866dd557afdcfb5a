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
export type FigurePlaces = Readonly<Record<AdditiveFigure, number>>;

/**
 * The sums of a group in a list; zero if it ends before. No function is called for each, because calls take most of the
 * time.
 */
export function sumsAt(places: FigurePlaces, list: readonly bigint[], start: number): AdditiveSums {
  return {
    admitted: sumAt(list, start + places.admitted),
    ended: sumAt(list, start + places.ended),
    succeeded: sumAt(list, start + places.succeeded),
    refused: sumAt(list, start + places.refused),
    failed: sumAt(list, start + places.failed),
    cancelled: sumAt(list, start + places.cancelled),
    partial: sumAt(list, start + places.partial),
    served: sumAt(list, start + places.served),
    routed: sumAt(list, start + places.routed),
    protection_observed: sumAt(list, start + places.protection_observed),
    response_samples: sumAt(list, start + places.response_samples),
    first_output_samples: sumAt(list, start + places.first_output_samples),
    attempts: sumAt(list, start + places.attempts),
    measured: sumAt(list, start + places.measured),
    total_tokens: sumAt(list, start + places.total_tokens),
    input_measured: sumAt(list, start + places.input_measured),
    input_tokens: sumAt(list, start + places.input_tokens),
    output_measured: sumAt(list, start + places.output_measured),
    output_tokens: sumAt(list, start + places.output_tokens),
    cached_measured: sumAt(list, start + places.cached_measured),
    cached_tokens: sumAt(list, start + places.cached_tokens),
    reasoning_measured: sumAt(list, start + places.reasoning_measured),
    reasoning_tokens: sumAt(list, start + places.reasoning_tokens),
    effects: sumAt(list, start + places.effects),
    nanos: sumAt(list, start + places.nanos),
    settled_nanos: sumAt(list, start + places.settled_nanos),
    priced: sumAt(list, start + places.priced),
    pending: sumAt(list, start + places.pending),
    unpriced: sumAt(list, start + places.unpriced),
    estimated: sumAt(list, start + places.estimated),
    estimate_unknown: sumAt(list, start + places.estimate_unknown),
    adjustments: sumAt(list, start + places.adjustments),
  };
}

function sumAt(list: readonly bigint[], place: number): bigint {
  return list[place] ?? 0n;
}
