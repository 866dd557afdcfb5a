import { readOperation, type ManagementOperations } from '../wire/operations/management-operation.ts';
import { CalibrationBoardSchema } from './calibrations/calibration-board.ts';
import { ActivatedCalibrationSchema, CalibrationFitSchema } from './calibrations/calibration-changes.ts';
import { CalibrationDetailSchema } from './calibrations/calibration-detail.ts';

/** The operations on calibrations of quality and of routing thresholds: their fits, artifacts and active ones. */
export const CALIBRATION_OPERATIONS = {
  'management.calibrations.list': readOperation('/calibrations', CalibrationBoardSchema, {
    access: { floor: 'viewer', scopes: ['evidence:read'] },
    refusals: ['dependency_unavailable'],
    tag: 'evidence',
    summary: 'List the calibrations of a workspace',
    description:
      'Returns, of one kind, the active and the shadow artifact with the version of the manifest, the calibrations in every state, newest first, and the newest changes. A fit in progress appears when it ends: as a candidate, or as a refusal with its reason.',
  }),
  'management.calibrations.get': readOperation('/calibrations/{calibration}', CalibrationDetailSchema, {
    access: { floor: 'viewer', scopes: ['evidence:read'] },
    refusals: ['feature_absent', 'budget_exceeded', 'dependency_unavailable'],
    tag: 'evidence',
    summary: 'Read one calibration',
    description:
      'Returns the artifact verbatim, its differences from the active artifact and from the running configuration, and warnings about facts that changed since the fit. With `sweep=true`, it also returns the labelled rows, errors and current cost at each threshold. A sweep that reads too much gets 503 `budget_exceeded`.',
  }),
  'management.calibrations.fit': {
    method: 'POST',
    path: '/calibrations/fit',
    success: 202,
    answer: { document: CalibrationFitSchema },
    effect: 'write',
    idempotency: 'none',
    access: { floor: 'operator', scopes: ['evidence:write'] },
    refusals: ['feature_absent', 'conflict', 'dependency_unavailable'],
    tag: 'evidence',
    summary: 'Fit a calibration',
    description:
      'Starts a fit over the labelled requests of a workspace. The result has the returned id, and is inert: nothing serves it before it is activated. A refused fit is listed with its reason. If the workspace has 20 fits without a result, the answer is 409. With the kind `routing`, it fits the bound of input tokens of a routing rule over calls that both tiers answered, for a `quality_budget` or a `target_frontier_pct`. Without `evals.calibration.quality.enabled`, it returns 404 `feature_absent`.',
  },
  'management.calibrations.activate': {
    method: 'POST',
    path: '/calibrations/{calibration}/activate',
    success: 200,
    answer: { document: ActivatedCalibrationSchema },
    effect: 'write',
    idempotency: 'none',
    access: { floor: 'operator', scopes: ['evidence:write'] },
    refusals: ['gate_failed', 'conflict', 'dependency_unavailable'],
    tag: 'evidence',
    summary: 'Activate a calibration',
    description:
      'Makes an artifact the active one of its kind and retires its predecessor in one step. If no unit passed its gate, the answer is 403 `gate_failed` with the report. If only some units passed, the artifact is activated, and the other units serve nothing. If the manifest has another version than the expected one, the answer is 409 and nothing changes. A retired artifact can be activated again. Live routing changes at the next reload of the configuration.',
  },
} as const satisfies ManagementOperations;
