import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { DEMO_REQUEST_PREFIX } from '../../domain/quality/demo-request-prefix.ts';
import type { JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';

/** The workspace of the inserted facts. */
export const FACTS_WORKSPACE = 't_here';

const TENANCY = {
  organization_id: 'org_here',
  workspace_id: FACTS_WORKSPACE,
  application_id: 'app_here',
  gateway_id: 'gw_here',
  environment_id: 'env_here',
  purpose: 'application',
} as const;

/** The judge of the inserted verdicts. */
export const FACTS_JUDGE: JudgeCoordinates = {
  judge_id: 'judge.safety',
  model: 'm',
  prompt_sha: 'p',
  eval_ver: '1',
  metric: 'safety',
  segment: 'chat',
};

/** The time of a fact that states none. */
export const FACTS_AT = '2026-01-15 12:00:00.000';

export type QualityFact = Readonly<Record<string, unknown>>;

export function endedFact(id: string, change: QualityFact = {}): QualityFact {
  return {
    ...TENANCY,
    ...{ logical_request_id: id, route_id: 'chat', admitted_at: FACTS_AT, terminal_at: FACTS_AT, status: 'succeeded' },
    ...{ arrival_seq: 10, ...change },
  };
}

export function verdictFact(id: string, verdict: string, change: QualityFact = {}): QualityFact {
  const { judge_id, model, prompt_sha, eval_ver, metric, segment } = FACTS_JUDGE;
  return {
    ...TENANCY,
    ...{ logical_request_id: id, route_id: segment, admitted_at: FACTS_AT, occurred_at: FACTS_AT },
    ...{
      outcome_id: `${id} ${JSON.stringify(change['occurred_at'])}`,
      evaluator_id: judge_id,
      evaluator_kind: 'judge',
    },
    ...{ metric, basis: 'measured', verdict, judge_id, judge_model: model, judge_prompt_sha: prompt_sha },
    ...{ judge_eval_ver: eval_ver, judge_certainty: 0.9, arrival_seq: 20, ...change },
  };
}

/** The label of a person on a request. */
export function labelFact(id: string, verdict: string, change: QualityFact = {}): QualityFact {
  return verdictFact(id, verdict, {
    ...{ evaluator_id: 'human.label', evaluator_kind: 'human', annotator: 'ada', judge_id: '', judge_model: '' },
    ...{ judge_prompt_sha: '', judge_eval_ver: '', judge_certainty: null, ...change },
  });
}

/** A charged call. */
export function costFact(id: string, nanos: number, change: QualityFact = {}): QualityFact {
  return {
    ...TENANCY,
    ...{
      logical_request_id: id,
      attempt_id: id,
      effect_id: `${id} ${nanos}`,
      effect_kind: 'settlement',
      route_id: 'chat',
    },
    ...{ occurred_at: FACTS_AT, nanos, priced: 1, arrival_seq: 30, ...change },
  };
}

/** An attempt of a charged call. */
export function attemptFact(id: string, change: QualityFact = {}): QualityFact {
  return {
    ...TENANCY,
    ...{
      logical_request_id: id,
      attempt_id: id,
      ordinal: 1,
      role: 'primary',
      route_id: 'chat',
      dispatched_at: FACTS_AT,
    },
    ...{ arrival_seq: 29, ...change },
  };
}

/** The id of a request that the demo made up. */
export const demoRequest = (number: number): string => `${DEMO_REQUEST_PREFIX}${number}`;

export async function insertQualityFacts(
  client: AnalyticsClient,
  table: 'request_terminals_v1' | 'outcomes_v1' | 'cost_effects_v1' | 'attempts_v1' | 'replaced_terminals_v1',
  facts: readonly QualityFact[],
): Promise<void> {
  await client.insert({ table, values: facts, format: 'JSONEachRow' });
}
