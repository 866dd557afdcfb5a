import type { CalibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { findFitTermsFault } from '../../../domain/quality/calibration/find-fit-terms-fault.ts';
import { UsageFault } from '../../../runtime/commands/usage-fault.ts';

/** The terms of a fit that the configuration file limits. */
interface FitTermsToCheck {
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly least: number | undefined;
  /** The option that states `least`. */
  readonly option: '--min-n' | '--min-labeled';
}

/**
 * Checks the terms of a fit against the configuration file.
 * @throws Refusal `validation_failed` if the file enables no calibration, or requires more rows; UsageFault for an
 *   empty window
 */
export function requireFitTerms(
  { isEnabled, minN }: CalibrationSettings,
  { since, until, least, option }: FitTermsToCheck,
): void {
  if (!isEnabled)
    throw new Refusal(
      'validation_failed',
      'The configuration file enables no calibrations. Set `evals.calibration.quality.enabled` and `confidence`.',
    );
  const names = { since: '--since', until: '--until', least: option };
  const fault = findFitTermsFault(minN, { since, until, least }, names);
  if (fault === undefined) return;
  throw fault.term === 'least' ? new Refusal('validation_failed', fault.text) : new UsageFault(fault.text);
}
