import type {
  CalibrationArtifact,
  CalibrationUnitState,
  UnitRefusal,
} from '../../../domain/quality/calibration/artifact.ts';
import type { FitRefusal } from '../../../domain/quality/calibration/lifecycle.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';

/** A unit that did not pass, as the workflow shows it. */
interface StoppedUnit extends Omit<UnitRefusal, 'code'> {
  readonly metric: string;
  readonly segment: string;
  readonly judgeSubject: string;
  readonly state: CalibrationUnitState;
  readonly code: string;
}

/** The result of a fit, without rows: a candidate with the states of its units, or a refusal. */
export type FitStatus = { readonly workspaceId: string; readonly calibrationId: string } & (
  | {
      readonly state: 'candidate';
      readonly digest: string;
      /** The labelled requests of the fit. */
      readonly rows: number;
      readonly isCapped: boolean;
      readonly units: number;
      readonly passed: number;
      readonly failed: number;
      readonly unmeasurable: number;
      /** The first units that did not pass. */
      readonly stopped: readonly StoppedUnit[];
    }
  | { readonly state: 'refused'; readonly refusal: FitRefusal }
);

/** The maximum number of units that a status names. */
const MAX_STOPPED = 50;

export function candidateStatus(artifact: CalibrationArtifact): FitStatus {
  const { id: calibrationId, workspace_id: workspaceId, digest, parts, census, units } = artifact;
  const count = (state: CalibrationUnitState): number => units.filter((unit) => unit.state === state).length;
  return {
    workspaceId,
    calibrationId,
    state: 'candidate',
    digest,
    rows: parts.fit.rows + parts.calibration.rows + parts.holdout.rows,
    isCapped: census.is_capped,
    units: units.length,
    passed: count('passed'),
    failed: count('failed'),
    unmeasurable: count('unmeasurable'),
    stopped: units
      .flatMap(({ metric, segment, judge_subject: judgeSubject, state, refusal }) =>
        refusal === null ? [] : [{ metric, segment, judgeSubject, state, ...refusal }],
      )
      .slice(0, MAX_STOPPED),
  };
}

/** The status of a fitted routing threshold: one unit of its metric, its rule and its parameter. */
export function routingStatus(artifact: RoutingArtifact): FitStatus {
  const { id: calibrationId, workspace_id: workspaceId, digest, census, refusal } = artifact;
  const { metric, rule_id: segment, parameter: judgeSubject } = artifact;
  const failed = refusal === null ? [] : [{ metric, segment, judgeSubject, state: 'failed' as const, ...refusal }];
  return {
    ...{ workspaceId, calibrationId, state: 'candidate', digest },
    ...{ rows: census.labelled, isCapped: census.is_capped },
    ...{ units: 1, passed: 1 - failed.length, failed: failed.length, unmeasurable: 0, stopped: failed },
  };
}
