import { DEMO_REQUEST_PREFIX } from '../../../domain/quality/demo-request-prefix.ts';
import type { AnsweredSegment, CoverageEvidence } from '../../../domain/quality/coverage/coverage-evidence.ts';
import type { LicensedUnit } from '../../../domain/quality/calibration/licensed-unit.ts';
import { joinProvenance, type RowProvenance } from '../../../domain/quality/join-provenance.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import { goldLabelCondition } from '../../judges/labelled-requests.ts';
import type { BoundQuery } from '../../statements/bound-query.ts';
import type { StatementRunner } from '../../statements/statement-runner.ts';
import { findEvaluators, MEASURED_JUDGES, type FoundEvaluator } from '../verdicts/find-evaluators.ts';
import {
  doubleBits,
  GROUPING_SETTINGS,
  IS_DECIDED,
  newestVerdicts,
  numberByKey,
  reachesThreshold,
  UNREACHABLE,
} from '../verdicts/newest-verdicts.ts';
import { notReplaced } from '../verdicts/not-replaced.ts';
import type { QualityQuestion } from '../verdicts/quality-question.ts';
import { windowConditions, type WindowConditions } from '../verdicts/window-conditions.ts';

/**
 * Reads how many answered requests have licensed verdicts.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export interface CoverageReader {
  read(
    question: QualityQuestion,
    units: readonly LicensedUnit[],
  ): Promise<{ readonly evidence: CoverageEvidence; readonly provenance: RowProvenance }>;
}

interface AnsweredRow extends AnsweredSegment {
  readonly demo: number;
  readonly high_water: string;
}

interface JudgedRow {
  /** The number of a metric and a segment, from 1. */
  readonly place: string;
  readonly judged: number;
  readonly decided: number;
  readonly licensed: number;
}

/** A metric and a segment with verdicts, and their judges. */
interface JudgedPlace {
  readonly metric: string;
  readonly segment: string;
  readonly judges: readonly FoundEvaluator[];
}

const answered = ({ sql, params }: WindowConditions): BoundQuery => ({
  tag: 'quality.coverage_requests',
  sql: `SELECT route_id AS segment, toUInt32(count()) AS answered,
      toUInt32(countIf(startsWith(logical_request_id, '${DEMO_REQUEST_PREFIX}'))) AS demo,
      toString(max(arrival_seq)) AS high_water
    FROM request_terminals_v1
    WHERE status = 'succeeded' AND ${sql} AND ${notReplaced('workspace_id')}
    GROUP BY segment`,
  params,
});

const labelled = ({ sql, params }: WindowConditions): BoundQuery => ({
  tag: 'quality.coverage_labels',
  sql: `SELECT metric, route_id AS segment, toUInt32(uniqExact(logical_request_id)) AS labelled
    FROM outcomes_v1
    WHERE ${goldLabelCondition({ sources: ['outcomes'], counted: sql })} AND verdict IN ('pass', 'fail')
    GROUP BY metric, segment`,
  params,
});

/**
 * The judged requests of each place. A request counts once, also if several judges judged it. Requests that did not end
 * with an answer have nothing to judge, even if they have a verdict.
 */
function judged(
  { sql, params }: WindowConditions,
  places: readonly JudgedPlace[],
  units: readonly LicensedUnit[],
): BoundQuery {
  const isShared = places.some(({ judges }) => judges.length > 1);
  const count = (condition: string): string =>
    `toUInt32(${isShared ? `uniqExactIf(request, ${condition})` : `countIf(${condition})`})`;
  const thresholds = new Map(units.map((unit) => [unit.judge_subject, doubleBits(unit.threshold)]));
  const licensing = places.flatMap(({ judges }) =>
    judges.flatMap(({ key, judgeSubject }) => {
      const threshold = thresholds.get(judgeSubject);
      return threshold === undefined ? [] : [[key, threshold] as const];
    }),
  );
  const placed = places.flatMap(({ judges }, place) => judges.map(({ key }) => [key, String(place + 1)] as const));
  return {
    tag: 'quality.coverage_verdicts',
    sql: `SELECT toString(${numberByKey(placed, '0')}) AS place, ${count('true')} AS judged, ${count(IS_DECIDED)} AS decided,
        ${count(reachesThreshold(numberByKey(licensing, UNREACHABLE)))} AS licensed
      FROM (${newestVerdicts(`${MEASURED_JUDGES} AND ${sql}`)})
      WHERE request NOT IN (
        SELECT cityHash64(logical_request_id) FROM request_terminals_v1 WHERE status != 'succeeded' AND ${sql})
      GROUP BY place ${GROUPING_SETTINGS}`,
    params,
  };
}

export function createCoverageReader(parts: {
  readonly runner: StatementRunner;
  readonly findExclusions: FindExclusions;
}): CoverageReader {
  return {
    async read(question, units) {
      const { requestId, signal } = question;
      const ask = parts.runner.forQuestion({ requestId, signal });
      const window = await windowConditions(parts.findExclusions, question);
      const judging = async (): Promise<{ judges: FoundEvaluator[]; rows: CoverageEvidence['judged'] }> => {
        const condition = `${MEASURED_JUDGES} AND ${window.sql}`;
        const judges = await findEvaluators(ask, 'quality.coverage_judges', condition, window);
        if (judges.length === 0) return { judges, rows: [] };
        const places = placesOf(judges);
        const rows = await ask<JudgedRow>(judged(window, places, units));
        return { judges, rows: rows.flatMap((row) => judgedSegmentOf(row, places)) };
      };
      const [requests, { judges, rows }, labels] = await Promise.all([
        ask<AnsweredRow>(answered(window)),
        judging(),
        ask<CoverageEvidence['labelled'][number]>(labelled(window)),
      ]);
      return {
        evidence: {
          answered: requests.map(({ segment, answered: count }) => ({ segment, answered: count })),
          judged: rows,
          labelled: labels,
        },
        provenance: joinProvenance([
          ...requests.map(({ demo, high_water: highWater }) => ({ highWater, demoRows: demo, estimatedRows: 0 })),
          ...judges.map(({ provenance }) => provenance),
        ]),
      };
    },
  };
}

function placesOf(judges: readonly FoundEvaluator[]): JudgedPlace[] {
  const places = new Map<string, { metric: string; segment: string; judges: FoundEvaluator[] }>();
  for (const judge of judges) {
    const { metric, segment } = judge;
    const id = `${metric}\n${segment}`;
    const place = places.get(id) ?? { metric, segment, judges: [] };
    places.set(id, place);
    place.judges.push(judge);
  }
  return [...places.values()];
}

function judgedSegmentOf({ place, ...counts }: JudgedRow, places: readonly JudgedPlace[]): CoverageEvidence['judged'] {
  const found = places[Number(place) - 1];
  // An evaluator that appeared between the two statements has no place yet.
  return found === undefined ? [] : [{ metric: found.metric, segment: found.segment, ...counts }];
}
