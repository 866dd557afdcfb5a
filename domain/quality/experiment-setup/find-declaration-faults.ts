import { basisCeiling, isWithinCeiling } from '../../judges/basis-ceiling.ts';
import { evaluatorIds, findEvaluator, type Evaluator } from '../../judges/evaluators.ts';
import type { FieldFault } from '../../kernel/errors.ts';
import type { ExperimentArm, ExperimentDeclaration, ExperimentInstrument } from '../experiments/declaration.ts';

type Declared = Pick<ExperimentDeclaration, 'instrument' | 'arms' | 'pair'>;

/**
 * The faults of a declaration that its schema cannot find, in the order of its members. Each fault has a pointer to the
 * member.
 */
export function findDeclarationFaults({ instrument, arms, pair }: Declared): FieldFault[] {
  return [
    ...arms.flatMap((arm, index) => armFaults(instrument, arm, `/arms/${index}`)),
    ...twinFaults(arms),
    ...pairFaults(arms, pair),
  ];
}

function armFaults(instrument: ExperimentInstrument, arm: ExperimentArm, pointer: string): FieldFault[] {
  return [...evaluatorFaults(instrument, arm, pointer), ...targetFaults(instrument, arm, pointer)];
}

function evaluatorFaults(instrument: ExperimentInstrument, arm: ExperimentArm, pointer: string): FieldFault[] {
  const evaluator = findEvaluator(arm.evaluator);
  if (evaluator === undefined) {
    const detail = `There is no evaluator \`${arm.evaluator}\`. Use one of ${evaluatorIds('judge', 'human', 'check', 'external').join(', ')}.`;
    return [{ pointer: `${pointer}/evaluator`, detail }];
  }
  return [
    ...metricFaults(evaluator, arm.metric, `${pointer}/metric`),
    ...basisFaults(evaluator, arm, `${pointer}/basis`),
    ...instrumentFaults(evaluator, instrument, `${pointer}/evaluator`),
  ];
}

function metricFaults({ id, metrics }: Evaluator, metric: string, pointer: string): FieldFault[] {
  if (metrics.some((one) => one === metric)) return [];
  return [{ pointer, detail: `\`${id}\` does not score \`${metric}\`. Use one of ${metrics.join(', ')}.` }];
}

function basisFaults(evaluator: Evaluator, { basis }: ExperimentArm, pointer: string): FieldFault[] {
  const ceiling = basisCeiling(evaluator, 'software');
  if (isWithinCeiling(basis, ceiling)) return [];
  const detail = `Outcomes of \`${evaluator.id}\` cannot claim \`${basis}\`. Use \`${ceiling}\`.`;
  return [{ pointer, detail }];
}

/** A new answer has no stored outcome, so only a judge of this deployment can score it. */
function instrumentFaults({ id, kind }: Evaluator, instrument: ExperimentInstrument, pointer: string): FieldFault[] {
  if (instrument === 'judged_dataset_run' || kind === 'judge') return [];
  const detail = `\`${instrument}\` needs a judge, because its answers have no scores. \`${id}\` is not a judge. Use one of ${evaluatorIds('judge').join(', ')}.`;
  return [{ pointer, detail }];
}

/** The members that describe a call, which only a replay makes. */
const CALL_MEMBERS = ['connection_id', 'system', 'parameters'] as const;

function targetFaults(instrument: ExperimentInstrument, arm: ExperimentArm, pointer: string): FieldFault[] {
  if (instrument === 'replay') {
    const required = (['model', 'connection_id', 'parameters'] as const).filter((name) => arm[name] === undefined);
    const missing = required.map((name) => ({
      pointer: `${pointer}/${name}`,
      detail: `\`${name}\` is missing. A replay calls the model of each arm, so it needs its model, its connection and its parameters.`,
    }));
    const idle = arm.tier === undefined ? [] : [unusedMember('tier', instrument, pointer)];
    return [...missing, ...idle];
  }
  const unused = CALL_MEMBERS.filter((name) => arm[name] !== undefined);
  const faults = unused.map((name) => unusedMember(name, instrument, pointer));
  if (instrument === 'judged_dataset_run' || arm.model !== undefined) return faults;
  const detail =
    '`model` is missing. A shadow run selects the answers of each arm by the model that gave them. Name the model.';
  return [{ pointer: `${pointer}/model`, detail }, ...faults];
}

function unusedMember(name: string, instrument: ExperimentInstrument, pointer: string): FieldFault {
  const detail = `\`${name}\` has no effect with \`${instrument}\`. Remove it, or choose another instrument.`;
  return { pointer: `${pointer}/${name}`, detail };
}

/** The faults of arms that have the name of an earlier arm, or its content. */
function twinFaults(arms: readonly ExperimentArm[]): FieldFault[] {
  return arms.flatMap((arm, index) => {
    const earlier = arms.slice(0, index);
    if (earlier.some(({ name }) => name === arm.name)) {
      const detail = `An earlier arm has the name \`${arm.name}\`. Give each arm its own name.`;
      return [{ pointer: `/arms/${index}/name`, detail }];
    }
    const twin = earlier.find((other) => contentOf(other) === contentOf(arm));
    if (twin === undefined) return [];
    const detail = `The arms \`${twin.name}\` and \`${arm.name}\` are equal except for their names, so their difference is chance. Change one.`;
    return [{ pointer: `/arms/${index}`, detail }];
  });
}

/** Everything of an arm except its name, in a fixed order of members. */
function contentOf({
  model,
  connection_id,
  system,
  parameters,
  tier,
  evaluator,
  metric,
  basis,
}: ExperimentArm): string {
  const { max_output_tokens, temperature, top_p, seed } = parameters ?? {};
  const target = [model, connection_id, system, max_output_tokens, temperature, top_p, seed, tier];
  return JSON.stringify([...target.map((value) => value ?? null), evaluator, metric, basis]);
}

function pairFaults(arms: readonly ExperimentArm[], pair: Declared['pair']): FieldFault[] {
  const unknown = (['baseline', 'candidate'] as const).filter((role) => arms.every(({ name }) => name !== pair[role]));
  if (unknown.length > 0) {
    return unknown.map((role) => ({
      pointer: `/pair/${role}`,
      detail: `There is no arm \`${pair[role]}\`. Name one of ${arms.map(({ name }) => name).join(', ')}.`,
    }));
  }
  if (pair.baseline === pair.candidate) {
    return [{ pointer: '/pair/candidate', detail: 'Baseline and candidate are the same arm. Name two arms.' }];
  }
  const baseline = arms.find(({ name }) => name === pair.baseline);
  const candidate = arms.find(({ name }) => name === pair.candidate);
  return (['metric', 'basis'] as const)
    .filter((member) => baseline?.[member] !== candidate?.[member])
    .map((member) => ({
      pointer: '/pair/candidate',
      detail: `The arms of the pair have different values of \`${member}\`, so they cannot be subtracted. Give both the same.`,
    }));
}
