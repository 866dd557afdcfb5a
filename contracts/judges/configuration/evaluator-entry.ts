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
    description: 'The model of the judge. Its family must differ from the family of every judged tier.',
  }),
  api_key_env: variableSetting('The variable with the key.'),
  endpoint_env: Type.Optional(
    variableSetting(
      'The variable with the address; without it, the address of the provider applies. Not allowed with a panel.',
    ),
  ),
  method: Type.Optional(
    literalUnion(JUDGE_METHODS, {
      form: `one of ${JUDGE_METHODS.join(', ')}`,
      fallback: EVALS_DEFAULTS.method,
      description: `The method of judging. Only ${COMPOSED} can be composed.`,
    }),
  ),
  self_consistency_k: Type.Optional(
    countSetting(
      {
        form: 'a whole number of at least 1',
        fallback: String(EVALS_DEFAULTS.self_consistency_k),
        description: 'The number of equal calls; the maximum is 1.',
      },
      1,
    ),
  ),
  rubric: Type.Optional(RubricSchema),
  panel: Type.Optional(PanelSchema),
});

const SidecarSchema = blockSetting({
  external: consentSetting(),
  endpoint_env: variableSetting('The variable with the address of the scorer service.'),
});

const SidecarJudgeSchema = blockSetting({
  external: consentSetting(),
  endpoint_env: variableSetting('The variable with the address of the sidecar.'),
  method: literalUnion(SIDECAR_JUDGE_METHODS, {
    form: `one of ${SIDECAR_JUDGE_METHODS.join(', ')}`,
    description: 'The method of the judge behind the sidecar.',
  }),
  rubric: Type.Optional(RubricSchema),
});

/** One declared evaluator. */
export const EvaluatorEntrySchema = blockSetting({
  id: textSetting({
    form: 'the id of an evaluator',
    description: 'A registered evaluator, `judge.<metric>` or `check.<metric>`. Each can appear once.',
  }),
  sample_rate: numberSetting(
    {
      form: 'a number from 0 to 1',
      description:
        'The share of eligible requests that the evaluator scores. `0` declares it without scoring any request.',
    },
    { minimum: 0, maximum: 1 },
  ),
  max_usd_per_day: Type.Optional(
    numberSetting(
      {
        form: 'a finite number of at least 0',
        description:
          'The daily budget in US dollars, for all members of a panel together; required with `judge`. It is enforced after each charge.',
      },
      { minimum: 0 },
    ),
  ),
  judge: Type.Optional(JudgeSchema),
  sidecar: Type.Optional(SidecarSchema),
  sidecar_judge: Type.Optional(SidecarJudgeSchema),
});
