import { defineCommand, type Group } from '../../tree/command.ts';
import { idOf } from '../../tree/forms.ts';
import { COMPARE_FLAGS, DATASET_FLAGS, EVALS_RUN_FLAGS, VALIDATE_FLAGS } from './evals-flags.ts';

const DATASET = { name: '<dataset-id>', summary: 'the id of the dataset, qds_…', form: idOf('dataset') } as const;

/** Commands on datasets and experiments. An unknown second word shows the help of the group, as its contract says. */
export const evalsGroup: Group = {
  name: 'evals',
  summary: 'datasets, experiments over them, and validations of judges',
  isLenient: true,
  commands: [
    defineCommand('evals datasets', {
      summary: 'lists datasets, or shows one with its items',
      operation: 'management.datasets.list',
      args: [{ ...DATASET, isOptional: true }],
      flags: DATASET_FLAGS,
      examples: [
        { line: 'tt evals datasets', does: 'See which datasets exist' },
        { line: 'tt evals datasets qds_01k9d4w7z2e8sb6f3m5q0v1xya --resolve --items 10', does: 'Look into one' },
      ],
      load: async () => await import('./show-datasets.ts'),
    }),
    defineCommand('evals run', {
      summary: 'runs an experiment over a dataset, and follows it to its end',
      description:
        'The first arm is the baseline and the second one the candidate. The command line declares evaluators of people and checks, whose verdicts exist. Judges, external evaluators and shadow_dual_run are declared over the API. A run in which nothing can be scored is refused (3) with the code, the need and the remedy.',
      operation: 'management.experiments.run',
      args: [DATASET],
      flags: EVALS_RUN_FLAGS,
      examples: [
        {
          line: `tt evals run qds_01k9d4w7z2e8sb6f3m5q0v1xya \\
    --arm name=large,evaluator=human.label,metric=correctness --arm-config 'large={"model":"gpt-5"}' \\
    --arm name=small,evaluator=human.label,metric=correctness --arm-config 'small={"model":"gpt-5-mini"}'`,
          does: 'Compare two models by the labels of people',
        },
      ],
      load: async () => await import('./run-dataset.ts'),
    }),
    defineCommand('evals compare', {
      summary: 'compares two arms of a run, and states the verdict with its evidence',
      description:
        'With --run or --experiment, the command compares the latest run and starts nothing. With --arm, it runs a new experiment first.',
      operation: 'management.experiments.get',
      args: [DATASET],
      flags: COMPARE_FLAGS,
      examples: [
        {
          line: 'tt evals compare qds_01k9d4w7z2e8sb6f3m5q0v1xya --run run.json --baseline large --candidate small',
          does: 'Compare two arms of a kept run',
        },
      ],
      load: async () => await import('./compare-arms.ts'),
    }),
    defineCommand('evals validate', {
      summary: 'shows which judges people confirmed, and how to validate them',
      description:
        'The API has no operation that validates judges, so the command ends with 3 and names the operator command. An instant of --now that cannot be read ends with 1.',
      operation: 'management.judges.list',
      flags: VALIDATE_FLAGS,
      load: async () => await import('./validate-judges.ts'),
    }),
  ],
};
