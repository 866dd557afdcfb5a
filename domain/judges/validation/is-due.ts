import type { AutoValidateSettings } from '../configuration/evals-settings.ts';

/** What a judge was validated by last. */
export interface LastValidation {
  readonly at: Date;
  /** Labels on its metric then; undefined where that was not kept. */
  readonly labels: number | undefined;
}

/** Whether a judge is validated again: never was, not for so long, or so many labels ago. */
export function isDue(
  last: LastValidation | undefined,
  { now, labels }: { readonly now: Date; readonly labels: number },
  { intervalMs, newLabels }: Pick<AutoValidateSettings, 'intervalMs' | 'newLabels'>,
): boolean {
  if (last === undefined) return true;
  return now.getTime() - last.at.getTime() >= intervalMs || labels - (last.labels ?? 0) >= newLabels;
}
