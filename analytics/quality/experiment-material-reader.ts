import type { OutcomeRequest } from '../../contracts/judges/accept-outcome.ts';
import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { OutcomeBasis } from '../../domain/judges/outcome.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { REQUEST_COLUMNS, requestFromFactRow, type RequestFactRow } from '../indexer/request-fact-row.ts';
import { queryRows } from '../statements/query-rows.ts';
import { textLiterals } from '../statements/text-literals.ts';

/** An answered request, with what an experiment needs of it. */
export interface AnsweredFact {
  readonly request: OutcomeRequest;
  /** The model that answered; empty if unknown. */
  readonly model: string;
  /** True if it succeeded. */
  readonly isAnswered: boolean;
  /** The cost in nano-USD; null if a part of it has no known price. */
  readonly costNanoUsd: bigint | null;
}

/** A request that repeats another one at another tier. */
export interface ShadowFact extends AnsweredFact {
  /** The id of the repeated request. */
  readonly shadowOf: string;
}

/** The outcomes that an arm reads. */
export interface OutcomeSelection {
  readonly workspaceId: string;
  readonly requestIds: readonly string[];
  readonly evaluator: string;
  readonly metric: string;
  readonly basis: OutcomeBasis;
  /** The judge whose outcomes are read; undefined for those of any version. */
  readonly judge: Pick<JudgeCoordinates, 'model' | 'prompt_sha' | 'eval_ver'> | undefined;
}

/** The newest outcome of an evaluator on a request. */
export interface ExistingOutcome {
  readonly requestId: string;
  readonly verdict: 'pass' | 'fail' | 'abstained' | 'no_verdict';
  /** The coordinates of the judge; undefined for an evaluator that is no judge. */
  readonly judge: Pick<JudgeCoordinates, 'model' | 'prompt_sha' | 'eval_ver'> | undefined;
}

/** Reads what traffic tells of the items of experiments. A read names at most a few hundred requests. */
export interface ExperimentMaterialReader {
  /** The requests that have ended, by id. */
  answered(workspaceId: string, requestIds: readonly string[]): Promise<ReadonlyMap<string, AnsweredFact>>;
  /** The answered shadow calls of requests, in the order of their admission. */
  shadows(workspaceId: string, originals: readonly AnsweredFact[]): Promise<readonly ShadowFact[]>;
  /** The newest outcome of an evaluator on each request. A `no_verdict` counts only if there is nothing else. */
  outcomes(selection: OutcomeSelection): Promise<ReadonlyMap<string, ExistingOutcome>>;
}

/** Milliseconds after its original within which a shadow call is admitted. It begins when the original has ended. */
const SHADOW_MS = 86_400_000;

type AnsweredRow = RequestFactRow & {
  readonly final_model: string;
  readonly status: string;
  readonly nanos: string;
  readonly priced: string;
  readonly unknown: string;
};

/** The ended requests with ids of a list, and their costs. An effect that replaces another changes its counts. */
const answeredRows = (list: string): string => `
  SELECT t.*, toString(c.nanos) AS nanos, toString(c.priced) AS priced, toString(c.unknown) AS unknown
  FROM (
    SELECT ${REQUEST_COLUMNS}, final_model, status FROM request_terminals_v1
    WHERE workspace_id = {workspace:String} AND logical_request_id IN (${list})
    ORDER BY arrival_seq DESC LIMIT 1 BY logical_request_id
  ) t LEFT JOIN (
    SELECT logical_request_id, sum(nanos) AS nanos, sum(priced) AS priced, sum(pending) + sum(unpriced) AS unknown
    FROM cost_effects_v1 WHERE workspace_id = {workspace:String} AND logical_request_id IN (${list})
    GROUP BY logical_request_id
  ) c ON c.logical_request_id = t.logical_request_id`;

export function createExperimentMaterialReader(clickhouse: Pick<AnalyticsClient, 'query'>): ExperimentMaterialReader {
  const answered: ExperimentMaterialReader['answered'] = async (workspaceId, requestIds) => {
    if (requestIds.length === 0) return new Map();
    const rows = await queryRows<AnsweredRow>(clickhouse, {
      query: answeredRows(textLiterals(requestIds)),
      query_params: { workspace: workspaceId },
      clickhouse_settings: { date_time_output_format: 'iso' },
    });
    return new Map(rows.map((row) => [row.logical_request_id, answeredFromRow(row)]));
  };
  return {
    answered,

    async shadows(workspaceId, originals) {
      if (originals.length === 0) return [];
      const admitted = originals.map(({ request }) => Date.parse(request.admitted_at));
      const rows = await queryRows<{ readonly id: string; readonly shadow_of: string }>(clickhouse, {
        query: `SELECT logical_request_id AS id, shadow_of FROM request_admissions_v1
          WHERE workspace_id = {workspace:String} AND purpose = 'comparison'
            AND admitted_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
            AND admitted_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
            AND shadow_of IN (${textLiterals(originals.map(({ request }) => request.logical_request_id))})
          ORDER BY admitted_at, id`,
        query_params: { workspace: workspaceId, from: Math.min(...admitted), until: Math.max(...admitted) + SHADOW_MS },
      });
      const facts = await answered(
        workspaceId,
        rows.map(({ id }) => id),
      );
      return rows.flatMap(({ id, shadow_of: shadowOf }) => {
        const fact = facts.get(id);
        return fact?.isAnswered === true ? [{ ...fact, shadowOf }] : [];
      });
    },

    async outcomes({ workspaceId, requestIds, evaluator, metric, basis, judge }) {
      if (requestIds.length === 0) return new Map();
      const ofJudge =
        judge === undefined
          ? ''
          : `AND judge_model = {model:String} AND judge_prompt_sha = {sha:String} AND judge_eval_ver = {ver:String}`;
      const rows = await queryRows<OutcomeRow>(clickhouse, {
        query: `SELECT logical_request_id AS id, newest.1 AS verdict, newest.2 AS model, newest.3 AS sha, newest.4 AS ver FROM (
            SELECT logical_request_id,
              argMax(tuple(verdict, judge_model, judge_prompt_sha, judge_eval_ver),
                tuple(verdict != 'no_verdict', occurred_at, outcome_id)) AS newest
            FROM outcomes_v1
            WHERE workspace_id = {workspace:String} AND evaluator_id = {evaluator:String} AND metric = {metric:String}
              AND basis = {basis:String} AND verdict != '' ${ofJudge}
              AND logical_request_id IN (${textLiterals(requestIds)})
            GROUP BY logical_request_id)`,
        query_params: {
          ...{ workspace: workspaceId, evaluator, metric, basis },
          ...(judge !== undefined && { model: judge.model, sha: judge.prompt_sha, ver: judge.eval_ver }),
        },
      });
      return new Map(rows.map((row) => [row.id, outcomeFromRow(row)]));
    },
  };
}

interface OutcomeRow {
  readonly id: string;
  readonly verdict: ExistingOutcome['verdict'];
  readonly model: string;
  readonly sha: string;
  readonly ver: string;
}

function outcomeFromRow({ id, verdict, model, sha, ver }: OutcomeRow): ExistingOutcome {
  return {
    requestId: id,
    verdict,
    judge: model === '' ? undefined : { model, prompt_sha: sha, eval_ver: ver },
  };
}

function answeredFromRow({
  final_model: model,
  status,
  nanos,
  priced,
  unknown,
  ...request
}: AnsweredRow): AnsweredFact {
  const isPriced = Number(priced) > 0 && Number(unknown) === 0;
  return {
    request: requestFromFactRow(request),
    model,
    isAnswered: status === 'succeeded',
    costNanoUsd: isPriced ? BigInt(nanos) : null,
  };
}
