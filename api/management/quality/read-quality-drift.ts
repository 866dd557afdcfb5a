import { QUALITY_READ_OPERATIONS } from '../../../contracts/quality/quality-read-operations.ts';
import { DriftQuerySchema, type QualityDriftDocument } from '../../../contracts/quality/reads/quality-drift.ts';
import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';
import { licensedUnits } from '../../../domain/quality/calibration/licensed-unit.ts';
import { detectDrift, driftSpans, refuseDrift } from '../../../domain/quality/drift/detect-drift.ts';
import {
  DRIFT_DETECTORS,
  DRIFT_LEVEL,
  knownDetectors,
  type DriftDetector,
} from '../../../domain/quality/drift/detectors.ts';
import { createOnlineErrors } from '../../../domain/quality/drift/online-errors.ts';
import type {
  DriftFinding,
  DriftRefusal,
  DriftResults,
  DriftUnit,
} from '../../../domain/quality/drift/drift-results.ts';
import { joinProvenance, type RowProvenance } from '../../../domain/quality/join-provenance.ts';
import type { QualityQuestion } from '../../../analytics/quality/verdicts/quality-question.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { QualityReadSources } from '../ports/quality-read-ports.ts';
import { presentProvenance } from './present-provenance.ts';
import { qualityQuestionOf } from './quality-question-of.ts';
import { requireQualityReads } from './require-quality-reads.ts';

/** Answers with the looks of the configured drift detectors at the units of the active calibration. */
export const readQualityDrift = createManagementHandler(QUALITY_READ_OPERATIONS, 'management.quality.drift', {
  gate: ({ ports }) => void requireQualityReads(ports),
  query: DriftQuerySchema,
  async answer(request, { ports }) {
    const sources = requireQualityReads(ports);
    const question = await qualityQuestionOf(ports, request.query, request.id);
    const active = await ports.calibrations.store.activeOf(question.workspaceId);
    const detectors = knownDetectors(sources.detectors);
    const { findings, refusals, provenance } = await look(sources, question, active?.artifact, detectors);
    return {
      workspace_id: question.workspaceId,
      calibration_id: active?.artifact.id ?? null,
      detectors_run: detectors.map((id) => ({
        ...{ id, level: DRIFT_LEVEL },
        level_holds: DRIFT_DETECTORS[id].holds,
      })),
      findings: findings.map(presentFinding),
      refusals: refusals.map(presentRefusal),
      provenance: presentProvenance(question, provenance),
    };
  },
});

async function look(
  { drift, readLabelled }: QualityReadSources,
  question: QualityQuestion,
  artifact: CalibrationArtifact | undefined,
  detectors: readonly DriftDetector[],
): Promise<DriftResults & { readonly provenance: RowProvenance }> {
  const refused = (code: Parameters<typeof refuseDrift>[0]) => ({
    findings: [],
    refusals: [refuseDrift(code)],
    provenance: joinProvenance([]),
  });
  if (detectors.length === 0) return refused('drift_unmeasured');
  if (artifact === undefined) return refused('no_active_calibration');
  const units = licensedUnits(artifact.units);
  if (units.length === 0) return refused('no_licensed_unit');
  const { workspaceId, from, until } = question;
  const spans = driftSpans(
    { fromMs: from.getTime(), untilMs: until.getTime() },
    // The newest row of the calibration is part of the reference.
    new Date(artifact.window.until).getTime() + 1,
  );
  const { fromMs, untilMs } = spans.sinceCalibration;
  const online = createOnlineErrors(units);
  const [read] = await Promise.all([
    drift.read(question, units, spans.current.fromMs),
    detectors.includes('risk-monitor-v1') && fromMs < untilMs
      ? readLabelled({ workspaceId, from: new Date(fromMs), until }, (row) => online.add(row))
      : undefined,
  ]);
  const evidence = read.units.map(({ unit, days, levels }) => ({
    ...{ unit, days, levels },
    reference: { rows: unit.accepted, errors: unit.errors },
    online: online.of(unit),
  }));
  return { ...detectDrift(detectors, evidence, spans), provenance: read.provenance };
}

function presentFinding(finding: DriftFinding): QualityDriftDocument['findings'][number] {
  const { detector, unit, window, rows, referenceRows, magnitude, critical, practicalMinimum, pValue } = finding;
  const { method, unitOfMagnitude } = DRIFT_DETECTORS[detector];
  return {
    detector,
    unit: namesOf(unit),
    method,
    window: { since: new Date(window.fromMs).toISOString(), until: new Date(window.untilMs).toISOString() },
    ...{ rows, reference_rows: referenceRows, magnitude, unit_of_magnitude: unitOfMagnitude, critical },
    practical_minimum: practicalMinimum,
    p_value: pValue,
    level: DRIFT_LEVEL,
    is_finding: finding.isFinding,
  };
}

function presentRefusal(refusal: DriftRefusal): QualityDriftDocument['refusals'][number] {
  const { detector, unit, code, need, have, text } = refusal;
  return { detector: detector ?? null, unit: unit === undefined ? null : namesOf(unit), code, need, have, text };
}

/** The names of a unit. The unit of a look has further members. */
function namesOf({ metric, segment, judge_subject }: DriftUnit): DriftUnit {
  return { metric, segment, judge_subject };
}
