import { Type } from 'typebox';
import { DETECTORS } from '../../domain/guardrails/detectors.ts';
import {
  GUARDRAIL_ACTIONS,
  GUARDRAIL_SIDES,
  MAX_WORD_CHARACTERS,
  MAX_WORDS,
  NOT_ENFORCED,
} from '../../domain/guardrails/guardrails-block.ts';
import { blockSetting, listSetting, textSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';

const WhereSchema = blockSetting({
  side: literalUnion(GUARDRAIL_SIDES, {
    form: '`request` or `response`',
    description: 'The side of a call whose content the binding examines.',
  }),
  models: Type.Optional(
    listSetting(
      textSetting({ form: 'the name of a model', description: 'The name of a model.' }),
      {
        form: 'a list of at least one name of a model',
        description: 'The models whose calls the binding examines. Every model if it is absent.',
      },
      1,
    ),
  ),
  keys: Type.Optional(
    listSetting(
      textSetting({ form: 'the id of a virtual key', description: 'The id of a virtual key.' }),
      {
        form: 'a list of at least one id of a virtual key',
        description: 'The virtual keys whose calls the binding examines. Every key if it is absent.',
      },
      1,
    ),
  ),
});

const BindingSchema = blockSetting({
  id: textSetting(
    {
      form: 'a name of small letters, digits and hyphens, at most 64',
      description: 'The name of the binding in reports.',
    },
    '^[a-z0-9][a-z0-9-]{0,63}$',
  ),
  where: WhereSchema,
  detectors: listSetting(
    literalUnion(DETECTORS, { form: `one of ${DETECTORS.join(', ')}` }),
    {
      form: `a list of at least one of ${DETECTORS.join(', ')}`,
      description:
        'The detectors. `judge` and `sidecar` need a model or other software, so a simulation skips them and lists them as skipped.',
    },
    1,
  ),
  words: Type.Optional(
    Type.Array(
      Type.String({
        maxLength: MAX_WORD_CHARACTERS,
        pattern: '\\S',
        form: `a word or phrase of at most ${MAX_WORD_CHARACTERS} characters`,
      }),
      {
        minItems: 1,
        maxItems: MAX_WORDS,
        form: `a list of 1 to ${MAX_WORDS} words or phrases`,
        description: 'The words and phrases that the detector `words` finds, without regard to the case of letters.',
      },
    ),
  ),
  evaluator: Type.Optional(
    textSetting({
      form: 'the id of an evaluator',
      description: 'The evaluator that decides in the detector `judge` or `sidecar`.',
    }),
  ),
  action: literalUnion(GUARDRAIL_ACTIONS, {
    form: '`observe`, `flag` or `block`',
    description: 'The effect of a match: it is only counted, the call is marked, or the call is refused.',
  }),
});

/** The block `guardrails` of the configuration file: detectors for the content of calls. */
export const GuardrailsBlockSchema = blockSetting({
  bindings: Type.Optional(
    listSetting(BindingSchema, {
      form: 'a list of bindings, each with an id',
      description: `The uses of detectors. ${NOT_ENFORCED}`,
    }),
  ),
});
