import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';

/** The size of the data. */
export interface JudgedSize {
  /** Requests, each judged once. */
  readonly requests: number;
  /** The number of requests with labels. A tenth of them has labels of two people. */
  readonly labelled: number;
  readonly segments: number;
}

export const WORKSPACE_ID = 'ws_bench';
const SEGMENT = 'segment-0';

/** The only judge, with the segment of all labelled rows. */
export const JUDGE_SUBJECT: JudgeCoordinates = {
  judge_id: 'judge.safety',
  model: 'judge-model',
  prompt_sha: 'p1',
  eval_ver: '1',
  metric: 'safety',
  segment: SEGMENT,
};

/** The statement for requests of the last 20 days, drawn by hashes: equal in every run except for the date. */
const REQUESTS = (size: JudgedSize): string => `
  SELECT concat('request-', toString(number)) AS logical_request_id,
    if(number < ${size.labelled}, '${SEGMENT}', concat('segment-', toString(1 + cityHash64(number) % ${size.segments - 1}))) AS route_id,
    {now:DateTime64(3, 'UTC')} - toIntervalSecond(60 + cityHash64(number, 'at') % 1728000) AS admitted_at,
    number, cityHash64(number, 'people') % 2 = 0 AS good
  FROM numbers(${size.requests})`;

const TENANCY = `'org_bench' AS organization_id, '${WORKSPACE_ID}' AS workspace_id, 'app_bench' AS application_id,
    'gw_bench' AS gateway_id, 'env_bench' AS environment_id, 'application' AS purpose`;

const verdictOf = (passes: string): string => `if(${passes}, 'pass', 'fail')`;

/**
 * The statement for the judge's verdicts. They agree with people on nine rows of ten. On one row in a hundred the judge
 * abstains, and on another one its panel is split.
 */
const JUDGED = (size: JudgedSize): string => `
  SELECT ${TENANCY}, logical_request_id, route_id, admitted_at, admitted_at AS occurred_at, 'judged' AS outcome_id,
    '${JUDGE_SUBJECT.judge_id}' AS evaluator_id, 'judge' AS evaluator_kind, '${JUDGE_SUBJECT.metric}' AS metric, 'measured' AS basis,
    multiIf(number >= ${size.labelled} AND cityHash64(number, 'hard') % 100 = 0, 'abstained',
      ${verdictOf(`(cityHash64(number, 'judge') % 10 != 0) = good`).replaceAll('\n', ' ')}) AS verdict,
    '${JUDGE_SUBJECT.judge_id}' AS judge_id, '${JUDGE_SUBJECT.model}' AS judge_model, '${JUDGE_SUBJECT.prompt_sha}' AS judge_prompt_sha,
    '${JUDGE_SUBJECT.eval_ver}' AS judge_eval_ver, cityHash64(number, 'hard') % 100 = 1 AS panel_split
  FROM (${REQUESTS(size)})`;

/**
 * The statement for labels. The first person labels every row; the second labels a tenth of them, and differs on one in
 * 20.
 */
const LABELLED = (size: JudgedSize): string => `
  SELECT ${TENANCY}, logical_request_id, route_id, admitted_at, admitted_at AS occurred_at,
    concat('label of ', annotator) AS outcome_id, 'human.label' AS evaluator_id, 'human' AS evaluator_kind,
    '${JUDGE_SUBJECT.metric}' AS metric, 'measured' AS basis,
    ${verdictOf(`good = (annotator = 'ada' OR cityHash64(number, 'differs') % 20 != 0)`)} AS verdict, annotator
  FROM (${REQUESTS({ ...size, requests: size.labelled })})
  ARRAY JOIN if(number % 10 = 0, ['ada', 'grace'], ['ada']) AS annotator`;

const ENDED = (size: JudgedSize): string => `
  SELECT ${TENANCY}, logical_request_id, route_id, admitted_at, admitted_at AS terminal_at, 'succeeded' AS status
  FROM (${REQUESTS(size)})`;

/** Inserts requests, verdicts and labels; other columns have their defaults. */
export async function makeJudgedFacts(client: AnalyticsClient, size: JudgedSize, now: Date): Promise<void> {
  for (const [table, rows] of [
    ['request_terminals_v1', ENDED(size)],
    ['outcomes_v1', JUDGED(size)],
    ['outcomes_v1', LABELLED(size)],
  ] as const) {
    const { meta = [] } = await (
      await client.query({ query: `${rows} LIMIT 0`, query_params: { now }, format: 'JSON' })
    ).json();
    const columns = meta.map(({ name }) => name).join(', ');
    await client.command({
      query: `INSERT INTO ${table} (${columns}) ${rows}`,
      query_params: { now },
      clickhouse_settings: { max_execution_time: 0 },
    });
  }
}
