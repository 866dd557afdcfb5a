import { findEvaluator } from '../../../domain/judges/evaluators.ts';
import type { ExperimentArm, ExperimentPair } from '../../../domain/quality/experiments/declaration.ts';
import { findDeclarationFaults } from '../../../domain/quality/experiment-setup/find-declaration-faults.ts';
import { CommandFault, usageFault } from '../../output/command-fault.ts';
import type { ArmConfig, StatedArm } from './arm-forms.ts';

/** The arms of an experiment, as the API declares them. */
export interface DeclaredArms {
  readonly instrument: StatedArm['instrument'];
  readonly arms: readonly ExperimentArm[];
  readonly pair: ExperimentPair;
}

/**
 * The arms of an experiment. The first arm is the baseline, and the second one the candidate, unless they are stated.
 *
 * @throws CommandFault `usage` for an arm that the command line does not run, and for a declaration that can give no
 * verdict
 */
export function declareArms(
  stated: readonly StatedArm[],
  configs: readonly ArmConfig[],
  { baseline, candidate }: { readonly baseline?: string | undefined; readonly candidate?: string | undefined },
): DeclaredArms {
  const [first, second] = stated;
  if (first === undefined || second === undefined)
    throw usageFault('An experiment compares at least two arms.', 'give --arm twice, or --experiment');
  for (const arm of stated) refuseArm(arm);
  const instruments = new Set(stated.map(({ instrument }) => instrument));
  if (instruments.size > 1)
    throw usageFault('The arms have different instruments. An experiment has one.', 'give every arm the same one');
  const idle = configs.find(({ name }) => stated.every((arm) => arm.name !== name));
  if (idle !== undefined) throw usageFault(`--arm-config names ${idle.name}, and no --arm has this name.`);
  const declared: DeclaredArms = {
    instrument: first.instrument,
    arms: stated.map(({ instrument: _instrument, ...arm }) => ({
      ...arm,
      ...configs.find(({ name }) => name === arm.name)?.target,
    })),
    pair: { baseline: baseline ?? first.name, candidate: candidate ?? second.name },
  };
  const faults = findDeclarationFaults(declared);
  if (faults.length > 0)
    throw new CommandFault('usage', 'The experiment cannot give a verdict. Nothing was declared.', {
      why: faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '),
      next: 'tt evals run --help',
    });
  return declared;
}

const OVER_THE_API = 'declare the experiment with POST /evals/experiments, and run it with --experiment';

function refuseArm({ name, instrument, evaluator }: StatedArm): void {
  if (instrument === 'shadow_dual_run')
    throw new CommandFault('usage', `The command line does not declare the instrument shadow_dual_run (arm ${name}).`, {
      why: 'it reads shadow calls that the gateway must have been configured to make',
      next: OVER_THE_API,
      code: 'instrument_refused',
    });
  const kind = findEvaluator(evaluator)?.kind;
  if (kind === 'judge' || kind === 'external')
    throw new CommandFault('usage', `The command line does not declare the evaluator ${evaluator} (arm ${name}).`, {
      why:
        kind === 'judge'
          ? 'a judge calls a model, which costs'
          : 'its verdicts come from a program that nobody here can check',
      next: OVER_THE_API,
      code: 'evaluator_refused',
    });
}
