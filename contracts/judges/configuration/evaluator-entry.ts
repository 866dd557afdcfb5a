import { Type } from 'typebox';
import {
  JUDGE_METHODS,
  MOST_SEATS,
  PANEL_RULES,
  SIDECAR_JUDGE_METHODS,
} from '../../../domain/judges/configuration/evals-block.ts';
import { EVALS_DEFAULTS } from '../../../domain/judges/configuration/evals-settings.ts';
import {
  blockSetting,
  consentSetting,
  countSetting,
  listSetting,
  numberSetting,
  textSetting,
  variableSetting,
} from '../../wire/configuration-leaf.ts';
import { literalUnion } from '../../wire/literal-union.ts';

const MODEL = {
  form: 'the name of a model',
  description: 'The model that judges, of another family than every tier that it judges.',
};

const rubric = (): ReturnType<typeof blockSetting> =>
  blockSetting({
    id: textSetting({
      form: 'the id of a rubric',
      description: 'The rubric; with the method `pointwise-rubric` alone.',
    }),
  });

const PanelSeatSchema = blockSetting({
  model: Type.Optional(
    textSetting({ ...MODEL, description: 'The model of a seat at a provider, with `api_key_env`.' }),
  ),
  api_key_env: Type.Optional(variableSetting('The variable that holds the key of that provider.')),
  endpoint_env: Type.Optional(variableSetting('The variable that holds the address of that provider.')),
  sidecar_endpoint_env: Type.Optional(
    variableSetting('A seat behind a sidecar, in place of the others; no version composes it yet.'),
  ),
});

const PanelSchema = blockSetting({
  members: listSetting(PanelSeatSchema, {
    form: 'a list of seats',
    description: `From 3 to ${MOST_SEATS} seats, of at least 2 families.`,
  }),
  rule: Type.Optional(
    literalUnion(PANEL_RULES, {
      form: '`majority`',
      fallback: EVALS_DEFAULTS.rule,
      description: 'How the seats become one verdict.',
    }),
  ),
});

const JudgeSchema = blockSetting({
  external: consentSetting(),
  model: textSetting(MODEL),
  api_key_env: variableSetting('The variable that holds the key.'),
  endpoint_env: Type.Optional(
    variableSetting('The variable that holds the address; without it the provider’s own. Not with a panel.'),
  ),
  method: Type.Optional(
    literalUnion(JUDGE_METHODS, {
      form: `one of ${JUDGE_METHODS.join(', ')}`,
      fallback: EVALS_DEFAULTS.method,
      description: 'How it judges. `pointwise-bool` and `panel` can be composed.',
    }),
  ),
  self_consistency_k: Type.Optional(
    countSetting(
      {
        form: 'a whole number of at least 1',
        fallback: String(EVALS_DEFAULTS.self_consistency_k),
        description: 'How often it is asked the same: at most 1.',
      },
      1,
    ),
  ),
  rubric: Type.Optional(rubric()),
  panel: Type.Optional(PanelSchema),
});

const SidecarSchema = blockSetting({
  external: consentSetting(),
  endpoint_env: variableSetting('The variable that holds the address of the scorer service.'),
});

const SidecarJudgeSchema = blockSetting({
  external: consentSetting(),
  endpoint_env: variableSetting('The variable that holds the address of the sidecar.'),
  method: literalUnion(SIDECAR_JUDGE_METHODS, {
    form: `one of ${SIDECAR_JUDGE_METHODS.join(', ')}`,
    description: 'How the judge behind it judges.',
  }),
  rubric: Type.Optional(rubric()),
});

/** One declared evaluator. */
export const EvaluatorEntrySchema = blockSetting({
  id: textSetting({
    form: 'the id of an evaluator',
    description: 'A registered evaluator, `judge.<metric>` or `check.<metric>`, once in the list.',
  }),
  sample_rate: numberSetting(
    {
      form: 'a number from 0 to 1',
      description: 'The share of eligible requests that it scores; 0 declares it and scores none.',
    },
    { minimum: 0, maximum: 1 },
  ),
  max_usd_per_day: Type.Optional(
    numberSetting(
      {
        form: 'a finite number of at least 0',
        description:
          'US dollars that it may spend a day, over all seats of a panel; required beside `judge`. Enforced after the fact.',
      },
      { minimum: 0 },
    ),
  ),
  judge: Type.Optional(JudgeSchema),
  sidecar: Type.Optional(SidecarSchema),
  sidecar_judge: Type.Optional(SidecarJudgeSchema),
});
