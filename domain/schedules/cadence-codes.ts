/**
 * What can be wrong with a cadence, beside the member that it is wrong of. The last two belong to the view of the
 * scheduled report: its window is fixed, or its relative window has no length.
 */
export const CADENCE_CODES = [
  'invalid_mode',
  'invalid_frequency',
  'hourly_requires_interval',
  'invalid_timezone',
  'invalid_local_time',
  'invalid_weekday',
  'field_not_allowed',
  'fixed_view_not_schedulable',
  'invalid_window',
] as const;

export type CadenceCode = (typeof CADENCE_CODES)[number];
