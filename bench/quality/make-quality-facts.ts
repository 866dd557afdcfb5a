import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';

/** The size of the data. */
export interface QualitySize {
  /** Answered requests, each judged once. */
  readonly requests: number;
  /** The number of these requests that a person labelled. */
  readonly labelled: number;
  readonly segments: number;
}

export const QUALITY_WORKSPACE = 't_00000000000000000000000001';

/** The only judge, on one segment. */
export function benchJudge(segment: number): JudgeCoordinates {
  return {
    ...{ judge_id: 'judge.safety', model: 'judge-model', prompt_sha: 'p1', eval_ver: '1', metric: 'safety' },
    segment: `segment-${segment}`,
  };
}

/** The statement for requests of the last 20 days, drawn by hashes: equal in every run except for the date. */
const REQUESTS = ({ segments }: QualitySize, from: number, until: number): string => `
  SELECT concat('request-', toString(number)) AS logical_request_id,
    concat('segment-', toString(cityHash64(number) % ${segments})) AS route_id,
    {now:DateTime64(3, 'UTC')} - toIntervalSecond(60 + cityHash64(number, 'at') % 1728000) AS admitted_at, number
  FROM numbers(${from}, ${until - from})`;

const TENANCY = `'org_bench' AS organization_id, '${QUALITY_WORKSPACE}' AS workspace_id, 'app_bench' AS application_id,
    'gw_bench' AS gateway_id, 'env_bench' AS environment_id, 'application' AS purpose`;

const ENDED = (requests: string): string => `
  SELECT ${TENANCY}, logical_request_id, route_id, admitted_at, admitted_at AS terminal_at, number + 1 AS arrival_seq,
    if(cityHash64(number, 'end') % 50 = 0, 'failed', 'succeeded') AS status
  FROM (${requests})`;

/** The statement for verdicts. The surer the judge is, the more often people agree with it. */
const JUDGED = (requests: string): string => `
  SELECT ${TENANCY}, logical_request_id, route_id, admitted_at, admitted_at AS occurred_at, number + 1 AS arrival_seq,
    concat('verdict-', toString(number)) AS outcome_id, 'judge.safety' AS evaluator_id, 'judge' AS evaluator_kind,
    'safety' AS metric, 'measured' AS basis, 'judge.safety' AS judge_id, 'judge-model' AS judge_model,
    'p1' AS judge_prompt_sha, '1' AS judge_eval_ver,
    multiIf(cityHash64(number, 'unsaid') % 100 = 0, 'abstained', cityHash64(number, 'good') % 5 != 0, 'pass', 'fail') AS verdict,
    if(verdict = 'abstained', NULL, 0.5 + (cityHash64(number, 'sure') % 500) / 1000) AS judge_certainty
  FROM (${requests})`;

const LABELLED = (requests: string): string => `
  SELECT ${TENANCY}, logical_request_id, route_id, admitted_at, admitted_at AS occurred_at, number + 1 AS arrival_seq,
    concat('label-', toString(number)) AS outcome_id, 'human.label' AS evaluator_id, 'human' AS evaluator_kind,
    'safety' AS metric, 'measured' AS basis, 'ada' AS annotator,
    if((cityHash64(number, 'good') % 5 != 0) != (cityHash64(number, 'errs') % 1000 < 500 - (cityHash64(number, 'sure') % 500)),
      'pass', 'fail') AS verdict
  FROM (${requests})`;

/** The rows of one insert. An insert of all rows at once would exceed the memory of a small machine. */
const CHUNK = 1_000_000;

/** Inserts requests, verdicts and labels; other columns have their defaults. */
export async function makeQualityFacts(client: AnalyticsClient, size: QualitySize, now: Date): Promise<void> {
  for (let from = 0; from < size.requests; from += CHUNK) {
    const requests = REQUESTS(size, from, Math.min(size.requests, from + CHUNK));
    await insert(client, 'request_terminals_v1', ENDED(requests), now);
    await insert(client, 'outcomes_v1', JUDGED(requests), now);
  }
  await insert(client, 'outcomes_v1', LABELLED(REQUESTS(size, 0, size.labelled)), now);
}

async function insert(client: AnalyticsClient, table: string, rows: string, now: Date): Promise<void> {
  const { meta = [] } = await (
    await client.query({ query: `${rows} LIMIT 0`, query_params: { now }, format: 'JSON' })
  ).json();
  await client.command({
    query: `INSERT INTO ${table} (${meta.map(({ name }) => name).join(', ')}) ${rows}`,
    query_params: { now },
    clickhouse_settings: { max_execution_time: 0 },
  });
}
