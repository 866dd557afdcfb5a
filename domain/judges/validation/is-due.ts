import type { AutoValidateSettings } from '../configuration/evals-settings.ts';

/** The last validation of a judge. */
export interface LastValidation {
  readonly at: Date;
  /** Labels on its metric then; undefined where that was not kept. */
  readonly labels: number | undefined;
}

/**
 * True if a judge is due for validation: it never was validated, or not for a period, or not for a number of labels.
 */
export function isDue(
  last: LastValidation | undefined,
  { now, labels }: { readonly now: Date; readonly labels: number },
  { intervalMs, newLabels }: Pick<AutoValidateSettings, 'intervalMs' | 'newLabels'>,
): boolean {
  if (last === undefined) return true;
  return now.getTime() - last.at.getTime() >= intervalMs || labels - (last.labels ?? 0) >= newLabels;
}
