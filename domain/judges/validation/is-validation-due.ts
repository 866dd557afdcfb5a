import type { AutoValidateSettings } from '../configuration/evals-settings.ts';

/** The last validation of a judge. */
export interface LastValidation {
  readonly at: Date;
  /** The number of labels for its metric at that time; undefined if it was not stored. */
  readonly labels: number | undefined;
}

/**
 * True if a judge is due for validation: it was never validated, the period has passed, or enough new labels have
 * arrived.
 */
export function isValidationDue(
  last: LastValidation | undefined,
  { now, labels }: { readonly now: Date; readonly labels: number },
  { intervalMs, newLabels }: Pick<AutoValidateSettings, 'intervalMs' | 'newLabels'>,
): boolean {
  if (last === undefined) return true;
  return now.getTime() - last.at.getTime() >= intervalMs || labels - (last.labels ?? 0) >= newLabels;
}
