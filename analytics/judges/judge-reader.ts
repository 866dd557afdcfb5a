import { createHash } from 'node:crypto';
import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import type { GoldSource } from '../../domain/judges/configuration/evals-block.ts';
import type { SwapTrials, SwapWinner } from '../../domain/judges/swap-flips.ts';
import type { FindExclusions } from '../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { queryRows } from '../statements/query-rows.ts';
import { subjectEvidence, type LabelledRows } from './subject-evidence.ts';
import {
  createGoldRule,
  type GoldRule,
  goldLabelCondition,
  judgeVerdicts,
  SUBJECT_CONDITION,
  personVerdicts,
} from './labelled-requests.ts';

/**
 * Reads the evidence about judges, in all workspaces. Rows that insight reads exclude are not part of gold sets, swap
 * trials and counts of labels.
 */
export interface JudgeReader {
  /** Every judge with an outcome, in the order of judge, metric, segment, model, prompt and evaluator version. */
  subjects(): Promise<JudgeCoordinates[]>;
  /** The number of labels by metric. */
  labelCounts(goldSources: readonly GoldSource[]): Promise<ReadonlyMap<string, number>>;
  /** The digest of the labels with which the judge would be validated now. */
  goldRevision(subject: JudgeCoordinates, goldSources: readonly GoldSource[]): Promise<string>;
  /**
   * The verdicts of people and of a judge on the same requests, and the judge's swap trials. Outcomes that are only
   * reported do not count.
   */
  evidence(subject: JudgeCoordinates, goldSources: readonly GoldSource[]): Promise<SubjectEvidence>;
}

/** The maximum number of results. No deployment runs so many versions of judges on so many routes. */
const MAX_SUBJECTS = 10_000;

/**
 * The labelled requests of the segment, each with the verdict of the judge if it was queried. One statement, so that
 * the counts and the digest cover the same labels. The digest does not depend on the order of labels.
 */
const labelled = (
  rule: GoldRule,
): string => `SELECT passes, fails, unsaid, newest.1 AS word, newest.2 AS certainty, newest.4 AS split,
    toUInt32(count()) AS rows, groupUniqArrayArray(people_of_row) AS people,
    toString(groupBitXor(one)) AS one_hash, toString(groupBitXor(other)) AS other_hash
  FROM (
    SELECT workspace_id, logical_request_id, toUInt32(countIf(vote = 'pass')) AS passes,
      toUInt32(countIf(vote = 'fail')) AS fails, toUInt32(countIf(vote = 'abstained')) AS unsaid,
      groupArrayIf(person, vote != 'abstained') AS people_of_row,
      groupBitXorIf(cityHash64(workspace_id, logical_request_id, person, vote), vote != 'abstained') AS one,
      groupBitXorIf(sipHash64(workspace_id, logical_request_id, person, vote), vote != 'abstained') AS other
    FROM (${personVerdicts(rule)}) GROUP BY workspace_id, logical_request_id
  ) AS labels
  LEFT JOIN (${judgeVerdicts(rule)}) AS heard USING (workspace_id, logical_request_id)
  GROUP BY passes, fails, unsaid, word, certainty, split`;

const swapped = ({
  counted,
}: GoldRule): string => `SELECT swap_shown_first AS first, swap_shown_swapped AS swapped, toUInt32(count()) AS trials
  FROM outcomes_v1 WHERE ${SUBJECT_CONDITION} AND swap_shown_first != '' AND ${counted} GROUP BY first, swapped`;

const SUBJECTS = `SELECT judge_id, judge_model AS model, judge_prompt_sha AS prompt_sha, judge_eval_ver AS eval_ver, metric,
    route_id AS segment
  FROM outcomes_v1 WHERE evaluator_kind = 'judge'
  GROUP BY judge_id, metric, segment, model, prompt_sha, eval_ver
  ORDER BY judge_id, metric, segment, model, prompt_sha, eval_ver LIMIT ${MAX_SUBJECTS}`;

export function createJudgeReader(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
): JudgeReader {
  const rowsOf = <Row>(query: string, params: Partial<JudgeCoordinates> = {}): Promise<Row[]> =>
    queryRows(clickhouse, { query, query_params: params });
  const goldRule = createGoldRule(findExclusions);
  const labelledRows = (subject: JudgeCoordinates, rule: GoldRule): Promise<LabelledRows[]> =>
    rowsOf(labelled(rule), subject);
  const labelCounts = async (rule: GoldRule): Promise<ReadonlyMap<string, number>> => {
    const query = `SELECT metric, toUInt32(count()) AS labels FROM outcomes_v1 WHERE ${goldLabelCondition(rule)} GROUP BY metric`;
    const rows = await rowsOf<{ metric: string; labels: number }>(query);
    return new Map(rows.map(({ metric, labels }) => [metric, labels]));
  };
  return {
    labelCounts: async (goldSources) => labelCounts(await goldRule(goldSources)),
    subjects: () => rowsOf<JudgeCoordinates>(SUBJECTS),
    goldRevision: async (subject, goldSources) => revisionOf(await labelledRows(subject, await goldRule(goldSources))),
    async evidence(subject, goldSources) {
      const rule = await goldRule(goldSources);
      const rows = await labelledRows(subject, rule);
      const swaps = await rowsOf<{ first: SwapWinner; swapped: SwapWinner; trials: number }>(swapped(rule), subject);
      return {
        ...subjectEvidence(rows),
        goldRevision: revisionOf(rows),
        labelCount: (await labelCounts(rule)).get(subject.metric) ?? 0,
        swaps: swaps.map(({ first, swapped: shownSwapped, trials }): SwapTrials => ({
          shownFirst: first,
          shownSwapped,
          trials,
        })),
      };
    },
  };
}

function revisionOf(rows: readonly LabelledRows[]): string {
  const sum = (hash: 'one_hash' | 'other_hash'): bigint => rows.reduce((xor, row) => xor ^ BigInt(row[hash]), 0n);
  const labels = rows.reduce((total, row) => total + row.rows * (row.passes + row.fails), 0);
  const text = `${labels}:${sum('one_hash')}:${sum('other_hash')}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
