import { ID_PREFIXES } from '../../../domain/kernel/id-prefixes.ts';
import { joinProvenance, type RowProvenance } from '../../../domain/quality/join-provenance.ts';
import type { RatedSegment, SegmentCost } from '../../../domain/quality/summary/summary-evidence.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { StatementRunner } from '../../statements/statement-runner.ts';
import { EFFECT_SUMS, type EffectSums } from '../verdicts/effect-sums.ts';
import { findEvaluators, type FoundEvaluator } from '../verdicts/find-evaluators.ts';
import { GROUPING_SETTINGS, newestVerdicts, WORD } from '../verdicts/newest-verdicts.ts';
import type { QualityQuestion } from '../verdicts/quality-question.ts';
import { effectConditions, windowConditions, type WindowConditions } from '../verdicts/window-conditions.ts';

/** The outcomes of a window, and the cost of judging its segments. */
export interface SummaryFacts {
  readonly rated: readonly RatedSegment[];
  /** The segments for which judges of this deployment made calls. */
  readonly costs: readonly SegmentCost[];
  readonly provenance: RowProvenance;
}

/**
 * Reads the outcomes of each evaluator, counted by segment. Labels of people are not among them: they correct the
 * outcomes of judges.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export interface SummaryReader {
  /** @param metric undefined for every metric */
  read(question: QualityQuestion, metric: string | undefined): Promise<SummaryFacts>;
}

interface RatedRow {
  readonly key: string;
  readonly passed: number;
  readonly failed: number;
  readonly abstained: number;
  readonly unheard: number;
}

interface CostRow extends EffectSums {
  readonly segment: string;
}

/** The condition on the outcomes of a summary. Labels of people and measurements of others are not among them. */
const rated = ({ sql }: WindowConditions, metric: string | undefined): string =>
  `(evaluator_kind IN ('judge', 'check') OR basis = 'reported') AND verdict != ''
    ${metric === undefined ? '' : 'AND metric = {metric:String}'} AND ${sql}`;

const counted = (condition: string, params: BoundQuery['params']): BoundQuery => ({
  tag: 'quality.summary_outcomes',
  sql: `SELECT toString(evaluator) AS key, toUInt32(countIf(${WORD} = 0)) AS passed, toUInt32(countIf(${WORD} = 1)) AS failed,
      toUInt32(countIf(${WORD} = 2)) AS abstained, toUInt32(countIf(${WORD} = 3)) AS unheard
    FROM (${newestVerdicts(condition)}) GROUP BY key ${GROUPING_SETTINGS}`,
  params,
});

/** The cost of calls of judges of this deployment, by the segment of the judged request. */
const judging = ({ sql, params }: WindowConditions): BoundQuery => ({
  tag: 'quality.summary_costs',
  sql: `SELECT route_id AS segment, ${EFFECT_SUMS}
    FROM cost_effects_v1
    WHERE purpose = 'judge' AND startsWith(logical_request_id, '${ID_PREFIXES.judgeCall}_') AND ${sql}
    GROUP BY segment`,
  params,
});

export function createSummaryReader(parts: {
  readonly runner: StatementRunner;
  readonly findExclusions: FindExclusions;
}): SummaryReader {
  return {
    async read(question, metric) {
      const { requestId, signal } = question;
      const ask = parts.runner.forQuestion({ requestId, signal });
      const window = await windowConditions(parts.findExclusions, question);
      const effects = await effectConditions(parts.findExclusions, question);
      const condition = rated(window, metric);
      const params = { ...window.params, ...(metric !== undefined && { metric }) };
      const [evaluators, rows, costs] = await Promise.all([
        findEvaluators(ask, 'quality.summary_evaluators', condition, { params }),
        ask<RatedRow>(counted(condition, params)),
        ask<CostRow>(judging(effects)),
      ]);
      const byKey = new Map(evaluators.map((evaluator) => [evaluator.key, evaluator]));
      const estimatedRows = costs.reduce((sum, { estimated }) => sum + estimated, 0);
      return {
        // An evaluator that appeared between the two statements has no name yet.
        rated: rows.flatMap(({ key, ...counts }) => {
          const evaluator = byKey.get(key);
          return evaluator === undefined ? [] : [ratedSegmentOf(evaluator, counts)];
        }),
        costs: costs.map(toSegmentCost),
        provenance: { ...joinProvenance(evaluators.map(({ provenance }) => provenance)), estimatedRows },
      };
    },
  };
}

function ratedSegmentOf(evaluator: FoundEvaluator, counts: Omit<RatedRow, 'key'>): RatedSegment {
  const { metric, segment, basis, kind, evaluatorId, judgeSubject } = evaluator;
  return { metric, segment, basis, evaluatorKind: kind, evaluatorId, judgeSubject, ...counts };
}

function toSegmentCost({ segment, nanos, priced, unpriced, estimated }: CostRow): SegmentCost {
  return { segment, nanoUsd: priced === 0 && unpriced > 0 ? null : BigInt(nanos), unpriced, estimated };
}
