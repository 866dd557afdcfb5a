import type { ComparisonKind } from '../../domain/comparisons/comparison-kind.ts';
import { invalidMember, Refusal } from '../../domain/kernel/errors.ts';
import type { ConnectionUse, ModelProvider, Wire } from '../../domain/models/model-call.ts';
import { takesSeed } from '../../domain/models/protocols.ts';
import type { ModelTargetV1 } from '../models/model-target.ts';
import type { ComparisonPlanV1, JudgeChoice } from './comparison-plan.ts';
import type { ComparisonSampleV1 } from './comparison-sample.ts';
import { VERDICT_PROMPT_VERSION } from './verdict-prompt.ts';

/** A connection that the environment was granted, with the members that a plan needs. */
export interface GrantedConnection {
  readonly connectionId: string;
  readonly provider: ModelProvider;
  readonly wire: Wire;
  readonly endpoint: string;
  /** The family of each model, by the name of the model. */
  readonly modelFamilies: Readonly<Record<string, string>>;
  readonly uses: readonly ConnectionUse[];
}

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

type Family =
  | { readonly family: string }
  | { readonly fault: 'connection_id' | 'model' | 'parameters/seed'; readonly detail: string };

/** The family of a model at a connection that is granted for this use, or the reason why the model cannot be called. */
function familyOf(
  granted: readonly GrantedConnection[],
  use: ConnectionUse,
  { connection_id: id, model, ...rest }: Pick<ModelTargetV1, 'connection_id' | 'model'> & Partial<ModelTargetV1>,
): Family {
  const connection = granted.find(({ connectionId }) => connectionId === id);
  if (connection?.uses.includes(use) !== true) {
    return {
      fault: 'connection_id',
      detail: `Connection ${id} is not granted for ${use} in this environment. Ask an operator to grant it.`,
    };
  }
  const family = Object.hasOwn(connection.modelFamilies, model) ? connection.modelFamilies[model] : undefined;
  if (family === undefined)
    return { fault: 'model', detail: `Connection ${id} has no model ${model}. Choose one of its models.` };
  if (rest.parameters?.seed !== undefined && !takesSeed(connection.wire)) {
    return {
      fault: 'parameters/seed',
      detail: 'The wire of this connection has no parameter `seed`. Leave out `seed`.',
    };
  }
  return { family };
}
