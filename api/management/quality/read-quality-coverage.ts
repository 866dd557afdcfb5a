import { restoreRecords } from '../../../contracts/judges/restore-records.ts';
import { QUALITY_READ_OPERATIONS } from '../../../contracts/quality/quality-read-operations.ts';
import {
  CoverageQuerySchema,
  type QualityCoverageDocument,
} from '../../../contracts/quality/reads/quality-coverage.ts';
import { licensedUnits } from '../../../domain/quality/calibration/licensed-unit.ts';
import { findLicensingPredicate } from '../../../domain/quality/coverage/licensing-predicates.ts';
import {
  measureCoverage,
  type CoverageCounts,
  type UncoveredSegment,
} from '../../../domain/quality/coverage/measure-coverage.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import type { QualityReadPorts } from '../ports/quality-read-ports.ts';
import { presentProvenance } from './present-provenance.ts';
import { qualityQuestionOf } from './quality-question-of.ts';
import { requireQualityReads } from './require-quality-reads.ts';

/** Answers with the share of answered requests that have licensed verdicts. */
export const readQualityCoverage = createManagementHandler(QUALITY_READ_OPERATIONS, 'management.quality.coverage', {
  gate: ({ ports }) => void requireQualityReads(ports),
  query: CoverageQuerySchema,
  async answer(request, { ports }) {
    const { top = 10, metric } = request.query;
    const { calibrations } = ports;
    const question = await qualityQuestionOf(ports, request.query, request.id);
    const { workspaceId } = question;
    const [active, promoted] = await Promise.all([calibrations.store.activeOf(workspaceId), promotedJudges(ports)]);
    const artifact = active?.artifact;
    const read = await requireQualityReads(ports).coverage.read(question, licensedUnits(artifact?.units));
    const { settings } = calibrations;
    // Without a configured confidence, each fit states its own.
    const terms = { ...settings, confidence: settings.confidence ?? artifact?.confidence };
    const coverage = measureCoverage(read.evidence, artifact, { metric, top }, terms);
    return {
      workspace_id: workspaceId,
      calibration_id: artifact?.id ?? null,
      licensing_predicate: findLicensingPredicate(artifact, promoted),
      denominator_basis: 'answered_requests' as const,
      overall: presentCounts(coverage.overall),
      metrics: coverage.metrics.map(({ metric: name, ...counts }) => ({ metric: name, ...presentCounts(counts) })),
      uncovered_segments: coverage.uncoveredSegments,
      biggest_uncovered: coverage.uncovered.map(presentSegment),
      provenance: presentProvenance(question, read.provenance),
    };
  },
});

/** The subjects of the promoted judges; undefined if a record cannot be read. */
async function promotedJudges({
  calibrations,
}: Pick<QualityReadPorts, 'calibrations'>): Promise<ReadonlySet<string> | undefined> {
  const { state, bySubject } = restoreRecords(await calibrations.registry.standing());
  if (state === 'unrestorable') return undefined;
  return new Set([...bySubject].filter(([, { record }]) => record.promoted).map(([subject]) => subject));
}

function presentCounts(counts: CoverageCounts): QualityCoverageDocument['overall'] {
  const { applicable, judged, judgeRefusals, licensed, ratio } = counts;
  return { applicable, judged, judge_refusals: judgeRefusals, licensed, ratio };
}

function presentSegment({ gap, ...rows }: UncoveredSegment): QualityCoverageDocument['biggest_uncovered'][number] {
  return { ...rows, ...gap };
}
