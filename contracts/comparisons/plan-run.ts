import type { ComparisonKind } from '../../domain/comparisons/comparison-kind.ts';
import { invalidMember, Refusal } from '../../domain/kernel/errors.ts';
import type { ModelTargetV1 } from '../models/model-target.ts';
import type { ComparisonPlanV1, JudgeChoice } from './comparison-plan.ts';
import type { ComparisonSampleV1 } from './comparison-sample.ts';
import { familyOf, type GrantedConnection } from './family-of.ts';
import { VERDICT_PROMPT_VERSION } from './verdict-prompt.ts';

/** The input of a run's plan. */
export interface RunToPlan {
  readonly kind: ComparisonKind;
  readonly sample: ComparisonSampleV1;
  readonly baseline: { readonly release_id: string; readonly target: ModelTargetV1 };
  readonly candidate: ModelTargetV1;
  readonly judge: JudgeChoice | undefined;
  readonly granted: readonly GrantedConnection[];
  /** The revision of the prices that are in force. */
  readonly revision: string;
}

/**
 * Refuses a judged run if no granted connection may judge it.
 *
 * @throws Refusal `judge_connection_not_granted`
 */
export function permitJudge({ kind, judge, granted }: Pick<RunToPlan, 'kind' | 'judge' | 'granted'>): void {
  if (kind === 'labeled') return;
  const judges = granted.filter(({ uses }) => uses.includes('judging'));
  if (judge === undefined ? judges.length > 0 : judges.some((one) => one.connectionId === judge.connection_id)) return;
  const detail =
    judge === undefined
      ? 'No connection is granted for judging in this environment. Ask an operator to grant a connection.'
      : `Connection ${judge.connection_id} is not granted for judging in this environment. Ask an operator to grant it.`;
  throw new Refusal('judge_connection_not_granted', detail);
}

/**
 * The plan of a run that can be paid for.
 *
 * @throws Refusal `validation_failed` for a model that this environment may not call, `judge_same_family_refused` for a
 *   judge of the same family as an arm
 */
export function planRun(run: RunToPlan): ComparisonPlanV1 {
  const { sample, baseline, candidate, granted, revision } = run;
  const served = familyOf(granted, 'inference', baseline.target);
  if ('fault' in served) throw invalidMember('', `The model of the route cannot be called: ${served.detail}`);
  const tried = familyOf(granted, 'inference', candidate);
  if ('fault' in tried) throw invalidMember(`/candidate/${tried.fault}`, tried.detail);
  return {
    sample_id: sample.sample_id,
    sample_digest: sample.digest,
    baseline: { release_id: baseline.release_id, target: baseline.target, family: served.family },
    candidate: { target: candidate, family: tried.family },
    judge: plannedJudge(run, [served.family, tried.family]),
    price_revision: revision,
  };
}

function plannedJudge({ kind, judge, granted }: RunToPlan, families: readonly string[]): ComparisonPlanV1['judge'] {
  if (kind === 'labeled') return null;
  if (judge === undefined)
    throw invalidMember(
      '/judge',
      'A judged comparison needs a judge. Name the connection and the model that grade the answers.',
    );
  const grading = familyOf(granted, 'judging', judge);
  if ('fault' in grading) throw invalidMember(`/judge/${grading.fault}`, grading.detail);
  if (families.includes(grading.family)) {
    throw new Refusal(
      'judge_same_family_refused',
      `The judge ${judge.model} and an arm belong to the same family, ${grading.family}. Choose a judge of another family.`,
    );
  }
  return { ...judge, family: grading.family, prompt_version: VERDICT_PROMPT_VERSION };
}
