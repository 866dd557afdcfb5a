import { Type, type TInteger } from 'typebox';
import { DEFAULT_TIER_HEADER } from '../../domain/gateway/default-tier-header.ts';
import { ROUTED_ENDPOINTS } from '../../domain/gateway/routing/routing-block.ts';
import { RETRY_DEFAULTS } from '../../domain/gateway/routing/retry-settings.ts';
import { ROUTING_DEFAULTS } from '../../domain/gateway/routing/routing-settings.ts';
import { blockSetting, countSetting, durationSetting, listSetting, textSetting } from '../wire/configuration-leaf.ts';
import { endpointsMember, modelsMember, nameMember, stepClassesMember } from './rule-members.ts';

const TierSchema = blockSetting({
  name: textSetting(
    {
      form: 'a name of at most 64 characters, without blanks',
      description: 'What callers, answers and figures call it.',
    },
    '^[!-~]{1,64}$',
  ),
  model: textSetting(
    { form: 'the name of a model, without blanks', description: 'The model that answers for it.' },
    '^[!-~]{1,128}$',
  ),
  provider: Type.Optional(
    textSetting({
      form: 'the name of a provider of the file',
      description: 'Who is called; without it, the first provider that answers for the model and that the key opens.',
    }),
  ),
});

const RouteRuleSchema = blockSetting({
  id: nameMember('What rows call it; no two have the same.'),
  tier: textSetting({ form: 'the name of a tier', description: 'Who answers the calls that it is about.' }),
  models: Type.Optional(
    modelsMember('Which models have to be asked for, whoever has them; all of them where it is absent.'),
  ),
  endpoints: endpointsMember(ROUTED_ENDPOINTS, 'all that its tier can answer at'),
  step_classes: stepClassesMember(),
  agents: Type.Optional(
    listSetting(
      textSetting({ form: 'the name of an agent, or its beginning and a `*`', description: 'An agent.' }),
      {
        form: 'a list of names of agents, or of what they begin with and a `*`',
        description: 'Which agents (`x-tt-agent`) it is about; all, and calls of none, where it is absent.',
      },
      1,
    ),
  ),
  owners: Type.Optional(
    listSetting(
      textSetting({ form: 'the owner of keys', description: 'An owner.' }),
      { form: 'a list of owners of keys', description: 'Whose keys it is about; all of them where it is absent.' },
      1,
    ),
  ),
  tags: Type.Optional(
    listSetting(
      textSetting(
        { form: '`<key>=<value>`', description: 'A tag, by the key in lower case.' },
        '^[a-z0-9._-]{1,32}=\\S.{0,127}$',
      ),
      {
        form: 'a list of `<key>=<value>`',
        description:
          'Calls with one of these tags (`x-tt-tag-<key>`), which need `ledger.dimensions.enabled`; all where it is absent.',
      },
      1,
    ),
  ),
  min_input_tokens: Type.Optional(tokens('Calls that send about so many tokens or more, four characters to a token.')),
  max_input_tokens: Type.Optional(tokens('Calls that send about so many tokens or fewer.')),
});

function tokens(description: string): TInteger {
  return countSetting({ form: 'a whole number of at least 1', description }, 1);
}

/** The block `routing` of the configuration file: the models that answer, and who decides which. */
export const RoutingBlockSchema = blockSetting({
  tiers: Type.Optional(
    listSetting(TierSchema, {
      form: 'a list of tiers',
      description:
        'Who may answer for whatever model is asked for, by a name. Their answers are judged; a judge must be of another family.',
    }),
  ),
  rules: Type.Optional(
    listSetting(
      RouteRuleSchema,
      {
        form: 'a list of rules',
        description:
          'Which tier a call goes to: the first rule that is about it decides, of those whose tier can answer at its endpoint.',
      },
      1,
    ),
  ),
  default_tier: Type.Optional(
    textSetting({
      form: 'the name of a tier',
      description:
        'Who answers calls that no rule is about; without it, or where it cannot answer at their endpoint, they go where they are asked.',
    }),
  ),
  overrides: Type.Optional(
    blockSetting({
      tier_header: Type.Optional(
        textSetting(
          {
            form: 'the name of a header in lower case that begins with `x-`',
            fallback: DEFAULT_TIER_HEADER,
            description:
              'The header in which a caller of the gateway names a tier. It goes no further than the gateway.',
          },
          '^x-[a-z0-9-]{1,62}$',
        ),
      ),
    }),
  ),
  retries: Type.Optional(
    blockSetting({
      attempts: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 10,
          form: 'a whole number from 1 to 10',
          fallback: `${RETRY_DEFAULTS.attempts}, with fallbacks ${RETRY_DEFAULTS.attemptsWithFallbacks}`,
          description:
            'How often a call is sent at most where it was not taken on (429, 529, 503 with `Retry-After`, no connection): to further providers of its model, to its fallbacks, and then again.',
        }),
      ),
      within: Type.Optional(
        durationSetting({
          fallback: RETRY_DEFAULTS.within,
          description: 'After so long no attempt is begun any more; at most 60s.',
        }),
      ),
    }),
  ),
  fallbacks: Type.Optional(
    listSetting(
      blockSetting({
        tier: textSetting({ form: 'the name of a tier', description: 'A tier that may not answer.' }),
        to: listSetting(
          textSetting({ form: 'the name of a tier', description: 'A tier.' }),
          {
            form: 'a list of names of tiers',
            description: 'Who answers in its place, in this order; in `route` alone.',
          },
          1,
        ),
      }),
      { form: 'a list of fallbacks', description: 'Who answers where a tier does not.' },
      1,
    ),
  ),
  affinity: Type.Optional(
    blockSetting({
      ttl: Type.Optional(
        durationSetting({
          fallback: ROUTING_DEFAULTS.affinityTtl,
          description:
            'How long an agent of a trace stays at its tier after its last call, for the sake of prompt caches; at most 24h. With `0` it does not.',
        }),
      ),
      max_traces: Type.Optional(
        countSetting(
          {
            form: 'a whole number of at least 1',
            fallback: String(ROUTING_DEFAULTS.maxTraces),
            description: 'How many of them a process remembers; beyond, the one that called longest ago is forgotten.',
          },
          1,
        ),
      ),
    }),
  ),
});
