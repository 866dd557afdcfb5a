import type { CalibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import type { RequestedFit } from '../../../store/quality/calibrations/calibration-fit-store.ts';

/** The rows of a fit, and its terms: those of the request, or else those of the configuration. */
export interface FitFrame {
  readonly workspaceId: string;
  /** The half-open window of admissions; an undefined bound is open. */
  readonly window: { readonly since: Date | undefined; readonly until: Date | undefined };
  /** Undefined if neither the request nor the configuration states one. */
  readonly confidence: number | undefined;
  /** The minimum number of rows. */
  readonly minN: number;
}

export function fitFrame(
  { workspaceId, since, until, confidence, minN }: RequestedFit,
  settings: CalibrationSettings,
): FitFrame {
  return {
    workspaceId,
    window: { since: since ?? undefined, until: until ?? undefined },
    confidence: confidence ?? settings.confidence,
    // A request can only raise the floor.
    minN: Math.max(settings.minN, minN ?? 0),
  };
}
