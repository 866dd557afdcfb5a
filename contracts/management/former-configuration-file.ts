import { Type, type Static } from 'typebox';
import { GATEWAY_MODES } from '../../domain/gateway/routing/routing-block.ts';
import { STEP_CLASSES } from '../../domain/gateway/step-classes.ts';
import { blockSetting, countSetting, durationSetting, listSetting, textSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';

/** The names of the two tiers of a former policy. */
export const FORMER_TIERS = ['simple', 'complex'] as const;

const tier = (description: string) =>
  textSetting({ form: '`<upstream>/<model>`', description }, '^[^\\s/]{1,128}/[!-~]{1,128}$');

/** The block `policy`: two tiers, and the conditions under which the simple one answers. */
const FormerPolicySchema = blockSetting({
  mode: Type.Optional(
    literalUnion(GATEWAY_MODES, { form: '`ledger`, `shadow` or `route`', description: 'The use of tiers; `route`.' }),
  ),
  simple: tier('The upstream and the model of the tier `simple`.'),
  complex: tier('The upstream and the model of the tier `complex`.'),
  default: Type.Optional(
    literalUnion(FORMER_TIERS, { form: '`simple` or `complex`', description: 'The tier of other calls; `complex`.' }),
  ),
  simple_max_input_tokens: Type.Optional(
    countSetting(
      { form: 'a whole number of at least 1', description: 'The tier `simple` answers calls up to this size.' },
      1,
    ),
  ),
  simple_step_classes: Type.Optional(
    listSetting(
      literalUnion(STEP_CLASSES, { form: `one of ${STEP_CLASSES.join(', ')}`, description: 'A step class.' }),
      {
        form: `a list of ${STEP_CLASSES.join(', ')}`,
        description: 'The tier `simple` answers calls of these classes.',
      },
      1,
    ),
  ),
  tier_header: Type.Optional(
    textSetting({ form: 'the name of a header', description: 'The header in which a caller names a tier.' }),
  ),
  affinity_ttl: Type.Optional(durationSetting({ description: 'The time for which a trace stays at its tier.' })),
});

/**
 * The members by which a configuration file has the former form, in place of `providers`, `mode` and `routing`. Every
 * other block has the same form in both.
 */
export const FormerConfigurationSchema = blockSetting({
  upstreams: Type.Record(Type.String(), Type.Object({}), {
    form: 'a mapping of upstreams by their names',
    description: 'The providers by their names. Each has the members of an entry of `providers` besides `name`.',
  }),
  policy: FormerPolicySchema,
});

export type FormerConfiguration = Static<typeof FormerConfigurationSchema>;
