import type { CalibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
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
  if (least !== undefined && least < minN)
    throw new Refusal(
      'validation_failed',
      `${option} can only raise the configured minimum of ${minN}. Give at least this number, or omit it.`,
    );
  if (since !== undefined && until !== undefined && since >= until)
    throw new UsageFault('--until must be after --since.');
}
