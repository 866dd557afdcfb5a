/**
 * The kinds of calls that measure quality, and that callers did not ask for. `judges`: verdicts of judges of this
 * deployment. `swap_passes`: the same pair shown to a judge in the other order. `retries`: further paid attempts of one
 * of these calls. `shadow_duplicates`: calls of a caller that the gateway repeats at another model. `comparisons` and
 * `experiments`: answers and verdicts of their runs. `semantic_cache`: calls with which the gateway finds similar
 * requests. `other_measurement`: calls of another gateway that states such a purpose.
 */
export const MEASUREMENT_KINDS = [
  'judges',
  'retries',
  'swap_passes',
  'shadow_duplicates',
  'comparisons',
  'experiments',
  'semantic_cache',
  'other_measurement',
] as const;
export type MeasurementKind = (typeof MEASUREMENT_KINDS)[number];

/** The kinds of spend: those of measurement, and the spend of the product itself. */
export type SpendKind = MeasurementKind | 'product';
