import { Type } from 'typebox';
import { CALIBRATION_OPERATIONS } from '../../../contracts/quality/calibration-operations.ts';
import type { CalibrationDetail } from '../../../contracts/quality/calibrations/calibration-detail.ts';
import { presentArtifact } from '../../../contracts/quality/calibrations/present-artifact.ts';
import { literalUnion } from '../../../contracts/wire/literal-union.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';
import { compareSettings } from '../../../domain/quality/calibration/compare-settings.ts';
import { compareThresholds } from '../../../domain/quality/calibration/compare-thresholds.ts';
import { crossCheck, type CrossCheckWarning } from '../../../domain/quality/calibration/cross-check.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { CalibrationPorts } from '../ports/calibration-ports.ts';
import { findCalibration } from './find-calibration.ts';
import { presentCalibration } from './present-calibration.ts';
import { presentManifest } from './present-manifest.ts';
import { presentRouting } from './present-routing.ts';
import { presentSweep } from './present-sweep.ts';

/** The maximum number of warnings of an answer; their total is stated. */
const MAX_WARNINGS = 1_000;

const QuerySchema = Type.Object(
  {
    sweep: Type.Optional(
      literalUnion(['true', 'false'], {
        description: '`true` for the rows, errors and current cost at each threshold; `false` by default',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The comparisons of a calibration without units. */
const NOTHING_TO_COMPARE = {
  threshold_diff: { against_active: [], against_configuration: [] },
  warnings: [],
  warnings_total: 0,
};

/** Answers with one calibration, its differences from the active one and from the configuration, and warnings. */
export const readCalibration = createManagementHandler(CALIBRATION_OPERATIONS, 'management.calibrations.get', {
  query: QuerySchema,
  async answer(request, { ports }) {
    const { calibrations } = ports;
    const { kind, stored } = await findCalibration(ports, request.params.calibration);
    const { store } = kind === 'quality' ? calibrations : calibrations.routing;
    const known = {
      calibration: presentCalibration(stored, kind),
      manifest: presentManifest(await store.manifestOf(stored.workspaceId)),
    };
    if (stored.artifact === undefined) return { ...known, ...NOTHING_TO_COMPARE };
    if (kind === 'routing') return { ...known, ...routingDetail(stored.artifact, calibrations.routing.fingerprint) };
    const { artifact } = stored;
    const active = await calibrations.store.activeOf(stored.workspaceId);
    const warnings = await warningsOf(ports, artifact);
    return {
      ...known,
      artifact: presentArtifact(artifact),
      threshold_diff: {
        against_active: compareThresholds(artifact.units, active?.artifact.units ?? []),
        against_configuration: compareSettings(artifact, calibrations.settings),
      },
      warnings: warnings.slice(0, MAX_WARNINGS).map(({ code, text }) => ({ code, text })),
      warnings_total: warnings.length,
      ...(request.query.sweep === 'true' && { sweep: await sweepOf(ports, artifact) }),
    };
  },
});

/** A routing threshold, and a warning if the gateway does not apply it. */
function routingDetail(
  artifact: RoutingArtifact,
  fingerprint: string,
): Pick<CalibrationDetail, 'routing' | 'threshold_diff' | 'warnings' | 'warnings_total'> {
  const text =
    'The configuration has another routing block than the fit, so gateways keep its own threshold. Fit the rule again.';
  const warnings = artifact.fingerprint === fingerprint ? [] : [{ code: 'policy_changed' as const, text }];
  return { ...NOTHING_TO_COMPARE, routing: presentRouting(artifact), warnings, warnings_total: warnings.length };
}

async function warningsOf(
  { calibrations, clock }: CalibrationPorts,
  artifact: CalibrationArtifact,
): Promise<CrossCheckWarning[]> {
  const { settings, fingerprint, registry, countLabelled } = calibrations;
  const [judges, labelled] = await Promise.all([
    registry.standing(),
    countLabelled?.(artifact).catch((fault: unknown) => {
      // The artifact is in Postgres, so it stays readable while ClickHouse is down.
      if (fault instanceof Refusal) return { notCounted: fault.message };
      throw fault;
    }),
  ]);
  return crossCheck(artifact, { now: clock.now(), settings, fingerprint, judges: judges.map(checkedJudge), labelled });
}

function checkedJudge({
  subjectId,
  subject,
  at,
  change,
  promoted,
}: JudgeValidationRow): Parameters<typeof crossCheck>[1]['judges'][number] {
  const { judge_id: judgeId, metric, segment } = subject;
  return { subjectId, judgeId, metric, segment, at, isDemoted: !promoted && change === 'demoted' };
}

/**
 * The thresholds of the artifact's units, with the rows that they accept and their cost.
 * @throws Refusal `feature_absent` without ClickHouse, `budget_exceeded` if the sweep costs too much
 */
async function sweepOf(
  { calibrations, clock }: CalibrationPorts,
  artifact: CalibrationArtifact,
): Promise<NonNullable<CalibrationDetail['sweep']>> {
  if (calibrations.sweep === undefined)
    throw new Refusal('feature_absent', 'This deployment stores no facts to sweep. Set TRUETALLY_CLICKHOUSE_URL.');
  const now = clock.now();
  return presentSweep(await calibrations.sweep(artifact, now), now);
}
