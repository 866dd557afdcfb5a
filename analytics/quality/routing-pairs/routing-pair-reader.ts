import { subjectIdOf, type JudgeCoordinates } from '../../../contracts/judges/subject-id-of.ts';
import type { GoldSource } from '../../../domain/judges/configuration/evals-block.ts';
import type { TunedRule } from '../../../domain/quality/routing-thresholds/find-tuned-rule.ts';
import type {
  AnswerVerdicts,
  JudgedAnswer,
  ShadowPair,
  TierAnswer,
} from '../../../domain/quality/routing-thresholds/routed-pair.ts';
import type { FindExclusions } from '../../../store/insight/exclusion-finder.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { SUPPORTED_RANGE } from '../../insight/question/supported-range.ts';
import { createGoldRule } from '../../judges/labelled-requests.ts';
import { queryRows } from '../../statements/query-rows.ts';
import { pairStatements } from './pair-statements.ts';

/** The calls that a fit of a routing threshold reads. */
export interface PairQuestion {
  readonly workspaceId: string;
  /** The half-open window of the admissions of the repeated calls; an undefined bound is open. */
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly rule: Pick<TunedRule, 'ruleId' | 'served' | 'repeated'>;
  readonly goldSources: readonly GoldSource[];
}

/** The pairs of a rule, with their verdicts. */
interface ReadPairs {
  readonly pairs: readonly ShadowPair[];
  /** True if the rule has more shadow calls than a fit reads. */
  readonly isCapped: boolean;
  /** The newest arrival sequence of a fact of the workspace, in digits. Later facts were not read. */
  readonly arrivalHighWater: string;
}

/**
 * Reads the calls of a rule with answers of both tiers. Rows that insight reads exclude are not part of it.
 *
 * @throws Refusal `dependency_unavailable` if ClickHouse does not answer, `budget_exceeded` if a query costs too much
 */
export type ReadRoutingPairs = (question: PairQuestion) => Promise<ReadPairs>;

/** The maximum number of shadow calls of a fit. The newest ones are kept. */
const MAX_SHADOWS = 100_000;

const HIGH_WATER = `SELECT toString(max(newest)) AS high_water FROM (${[
  'outcomes_v1',
  'cost_effects_v1',
  'request_terminals_v1',
]
  .map((table) => `SELECT max(arrival_seq) AS newest FROM ${table} WHERE workspace_id = {workspace:String}`)
  .join(' UNION ALL ')})`;

interface PairRow {
  readonly request_id: string;
  readonly shadow_id: string;
  readonly tokens: string;
  readonly admitted_ms: string;
  readonly trace_id: string;
  /** A decimal number; empty if unknown. */
  readonly served_nanos: string;
  readonly repeated_nanos: string;
}

interface LabelRow {
  readonly request_id: string;
  readonly metric: string;
  readonly verdict: 'pass' | 'fail';
}

interface JudgedRow extends LabelRow, Omit<JudgeCoordinates, 'metric'> {
  readonly certainty: number | null;
}

/** @param maxShadows the maximum number of shadow calls of a read; tests lower it */
export function createRoutingPairReader(
  clickhouse: Pick<AnalyticsClient, 'query'>,
  findExclusions: FindExclusions,
  maxShadows = MAX_SHADOWS,
): ReadRoutingPairs {
  const ruleFor = createGoldRule(findExclusions);
  return async ({ workspaceId, since, until, rule, goldSources }) => {
    const statements = pairStatements(await ruleFor(goldSources, workspaceId));
    const [found] = await queryRows<{ high_water: string }>(clickhouse, {
      query: HIGH_WATER,
      query_params: { workspace: workspaceId },
    });
    const arrivalHighWater = found?.high_water ?? '0';
    const ask = async <Row>(query: string, limit = maxShadows): Promise<Row[]> =>
      queryRows<Row>(clickhouse, {
        query,
        query_params: {
          ...{ workspace: workspaceId, high: arrivalHighWater, limit },
          ...{ rule: rule.ruleId, served: rule.served.model, repeated: rule.repeated.model },
          since: (since ?? SUPPORTED_RANGE.from).getTime(),
          until: (until ?? SUPPORTED_RANGE.to).getTime(),
        },
      });
    const [counted] = await ask<{ found: number }>(statements.count, maxShadows + 1);
    const pairs = await ask<PairRow>(statements.pairs);
    const verdicts = gatherVerdicts(await ask<LabelRow>(statements.labels), await ask<JudgedRow>(statements.judged));
    return {
      pairs: pairs.map((row) => pairFromRow(row, verdicts)),
      isCapped: (counted?.found ?? 0) > maxShadows,
      arrivalHighWater,
    };
  };
}

/** The verdicts by request and metric. */
type VerdictsByRequest = ReadonlyMap<string, ReadonlyMap<string, AnswerVerdicts>>;

function gatherVerdicts(labels: readonly LabelRow[], judged: readonly JudgedRow[]): VerdictsByRequest {
  const requests = new Map<string, Map<string, { human: AnswerVerdicts['human']; judges: JudgedAnswer[] }>>();
  const at = ({ request_id: id, metric }: LabelRow) => {
    const metrics = requests.get(id) ?? new Map<string, { human: AnswerVerdicts['human']; judges: JudgedAnswer[] }>();
    requests.set(id, metrics);
    const said = metrics.get(metric) ?? { human: null, judges: [] };
    metrics.set(metric, said);
    return said;
  };
  for (const row of labels) at(row).human = row.verdict;
  for (const row of judged)
    at(row).judges.push({ judgeSubject: subjectIdOf(row), verdict: row.verdict, certainty: row.certainty });
  return requests;
}

function pairFromRow(row: PairRow, verdicts: VerdictsByRequest): ShadowPair {
  const answer = (id: string, nanos: string): TierAnswer => ({
    costNanoUsd: nanos === '' ? null : BigInt(nanos),
    verdicts: verdicts.get(id) ?? new Map<string, AnswerVerdicts>(),
  });
  return {
    requestId: row.request_id,
    admittedAtMs: Number(row.admitted_ms),
    traceId: row.trace_id,
    inputTokens: Number(row.tokens),
    served: answer(row.request_id, row.served_nanos),
    repeated: answer(row.shadow_id, row.repeated_nanos),
  };
}
