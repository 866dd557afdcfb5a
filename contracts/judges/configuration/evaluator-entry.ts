import { Type } from 'typebox';
import { EVALS_DEFAULTS } from '../../../domain/judges/configuration/evals-settings.ts';
import {
  COMPOSED_METHODS,
  JUDGE_METHODS,
  SIDECAR_JUDGE_METHODS,
} from '../../../domain/judges/methods/judge-methods.ts';
import { listText } from '../../../domain/kernel/text/list-text.ts';
import {
  blockSetting,
  consentSetting,
  countSetting,
  numberSetting,
  textSetting,
  variableSetting,
} from '../../wire/configuration-leaf.ts';
import { literalUnion } from '../../wire/literal-union.ts';
import { PanelSchema } from '../methods/panel.ts';
import { RubricSchema } from '../methods/rubric.ts';

/** The methods that can be composed, as a list in a sentence. */
const COMPOSED = listText(Object.keys(COMPOSED_METHODS).map((id) => `\`${id}\``));

const JudgeSchema = blockSetting({
  external: consentSetting(),
  model: textSetting({
    form: 'the name of a model',
    description: 'The model that judges, of another family than every tier that it judges.',
  }),
  api_key_env: variableSetting('The variable that holds the key.'),
  endpoint_env: Type.Optional(
    variableSetting('The variable that holds the address; without it the provider’s own. Not with a panel.'),
  ),
  method: Type.Optional(
    literalUnion(JUDGE_METHODS, {
      form: `one of ${JUDGE_METHODS.join(', ')}`,
      fallback: EVALS_DEFAULTS.method,
      description: `The method of judging. ${COMPOSED} can be composed.`,
    }),
  ),
  self_consistency_k: Type.Optional(
    countSetting(
      {
        form: 'a whole number of at least 1',
        fallback: String(EVALS_DEFAULTS.self_consistency_k),
        description: 'The number of equal calls: at most 1.',
      },
      1,
    ),
  ),
  rubric: Type.Optional(RubricSchema),
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
    description: 'The method of the judge behind it.',
  }),
  rubric: Type.Optional(RubricSchema),
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
          'US dollars that it may spend a day, over all members of a panel; required with `judge`. Enforced after the fact.',
      },
      { minimum: 0 },
    ),
  ),
  judge: Type.Optional(JudgeSchema),
  sidecar: Type.Optional(SidecarSchema),
  sidecar_judge: Type.Optional(SidecarJudgeSchema),
});
