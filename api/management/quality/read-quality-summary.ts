import { QUALITY_READ_OPERATIONS } from '../../../contracts/quality/quality-read-operations.ts';
import { SummaryQuerySchema, type QualitySummaryDocument } from '../../../contracts/quality/reads/quality-summary.ts';
import { licensedUnits } from '../../../domain/quality/calibration/licensed-unit.ts';
import { toMoney } from '../../../domain/quality/money.ts';
import { createLabelCounts } from '../../../domain/quality/summary/label-counts.ts';
import type { SegmentEstimate } from '../../../domain/quality/summary/segment-estimate.ts';
import { summarizeQuality, type SummarizedSegment } from '../../../domain/quality/summary/summarize-quality.ts';
import type { SegmentCost } from '../../../domain/quality/summary/summary-evidence.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { presentProvenance } from './present-provenance.ts';
import { qualityQuestionOf } from './quality-question-of.ts';
import { requireQualityReads } from './require-quality-reads.ts';

/** Answers with the estimated pass rates of segments, by metric, basis and evaluator. */
export const readQualitySummary = createManagementHandler(QUALITY_READ_OPERATIONS, 'management.quality.summary', {
  gate: ({ ports }) => void requireQualityReads(ports),
  query: SummaryQuerySchema,
  async answer(request, { ports }) {
    const { summary, readLabelled } = requireQualityReads(ports);
    const { metric, segment: only } = request.query;
    const question = await qualityQuestionOf(ports, request.query, request.id);
    const { store, settings } = ports.calibrations;
    const active = await store.activeOf(question.workspaceId);
    const labels = createLabelCounts();
    const [facts] = await Promise.all([
      summary.read(question, metric),
      // Labels correct only rates of licensed judges.
      licensedUnits(active?.artifact.units).length === 0 ? undefined : readLabelled(question, (row) => labels.add(row)),
    ]);
    const rated = facts.rated.filter(({ segment }) => only === undefined || segment === only);
    const costs = new Map(facts.costs.map((cost) => [cost.segment, cost]));
    return {
      workspace_id: question.workspaceId,
      calibration_id: active?.artifact.id ?? null,
      segments: summarizeQuality(rated, labels, active?.artifact, settings.minN).map((summarized) =>
        presentSegment(summarized, costs.get(summarized.segment)),
      ),
      provenance: presentProvenance(question, facts.provenance),
    };
  },
});

type SegmentDocument = QualitySummaryDocument['segments'][number];

function presentSegment({ segment, estimates }: SummarizedSegment, cost: SegmentCost | undefined): SegmentDocument {
  // Without calls, judging the segment costs nothing, which is known.
  const evalCost = cost === undefined ? toMoney(0n) : toMoney(cost.nanoUsd, cost.estimated > 0);
  return {
    segment,
    eval_cost: evalCost,
    unpriced_calls: cost?.unpriced ?? 0,
    estimates: estimates.map((estimate) => presentEstimate(estimate, evalCost)),
  };
}

function presentEstimate(
  estimate: SegmentEstimate,
  evalCost: SegmentDocument['eval_cost'],
): SegmentDocument['estimates'][number] {
  const { metric, basis, point, interval, n, estimator, labelled, abstained, unheard, judgeSubject } = estimate;
  return {
    ...{ metric, basis, point, ...(interval !== undefined && { interval }), n, eval_cost: evalCost },
    outcome_basis: estimate.outcomeBasis,
    evaluator_kind: estimate.evaluatorKind,
    evaluator_id: estimate.evaluatorId,
    judge_subject: judgeSubject === '' ? null : judgeSubject,
    ...{ estimator, verdict_rate: estimate.verdictRate, labelled, abstained, unheard },
    refusals: [...estimate.refusals],
  };
}
