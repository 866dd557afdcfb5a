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
      description: 'The name of the tier for callers, and in answers and figures.',
    },
    '^[!-~]{1,64}$',
  ),
  model: textSetting(
    { form: 'the name of a model, without blanks', description: 'The model of the tier.' },
    '^[!-~]{1,128}$',
  ),
  provider: Type.Optional(
    textSetting({
      form: 'the name of a provider of the file',
      description:
        'The provider of the tier. Without it, the first provider that serves the model and that the key may use.',
    }),
  ),
});

const RouteRuleSchema = blockSetting({
  id: nameMember('The name of the rule in rows. It is unique.'),
  tier: textSetting({ form: 'the name of a tier', description: 'The tier that answers the calls that match.' }),
  models: Type.Optional(modelsMember('The requested models that it matches, of any provider; all if absent.')),
  endpoints: endpointsMember(ROUTED_ENDPOINTS, 'all endpoints of its tier'),
  step_classes: stepClassesMember(),
  agents: Type.Optional(
    listSetting(
      textSetting({ form: 'the name of an agent, or its beginning and a `*`', description: 'An agent.' }),
      {
        form: 'a list of names of agents, or of what they begin with and a `*`',
        description: 'The agents (`x-tt-agent`) that it matches; all, and calls without an agent, if absent.',
      },
      1,
    ),
  ),
  owners: Type.Optional(
    listSetting(
      textSetting({ form: 'the owner of keys', description: 'An owner.' }),
      { form: 'a list of owners of keys', description: 'The owners of the keys that it matches; all if absent.' },
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
          'The tags (`x-tt-tag-<key>`) of which a call must have one; needs `ledger.dimensions.enabled`. All calls if absent.',
      },
      1,
    ),
  ),
  min_input_tokens: Type.Optional(tokens('The approximate minimum of input tokens, with four characters to a token.')),
  max_input_tokens: Type.Optional(tokens('The approximate maximum of input tokens.')),
});

function tokens(description: string): TInteger {
  return countSetting({ form: 'a whole number of at least 1', description }, 1);
}

/** The block `routing` of the configuration file: the models that answer, and the rules that choose one. */
export const RoutingBlockSchema = blockSetting({
  tiers: Type.Optional(
    listSetting(TierSchema, {
      form: 'a list of tiers',
      description:
        'The tiers: named models that may answer in place of the requested one. Their answers are judged; a judge must be of another family.',
    }),
  ),
  rules: Type.Optional(
    listSetting(
      RouteRuleSchema,
      {
        form: 'a list of rules',
        description:
          'The rules that choose a tier. The first rule that matches a call decides, among those whose tier can answer at its endpoint.',
      },
      1,
    ),
  ),
  default_tier: Type.Optional(
    textSetting({
      form: 'the name of a tier',
      description:
        'The tier for calls that match no rule. Without it, or if it cannot answer at their endpoint, they go to the requested model.',
    }),
  ),
  overrides: Type.Optional(
    blockSetting({
      tier_header: Type.Optional(
        textSetting(
          {
            form: 'the name of a header in lower case that begins with `x-`',
            fallback: DEFAULT_TIER_HEADER,
            description: 'The header in which a caller of the gateway names a tier. It is not forwarded.',
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
            'The maximum number of attempts for a call that was rejected (429, 529, 503 with `Retry-After`, no connection). It goes to further providers of its model, to its fallbacks, and then to all of them again.',
        }),
      ),
      within: Type.Optional(
        durationSetting({
          fallback: RETRY_DEFAULTS.within,
          description: 'The time after which no further attempt begins; at most 60s.',
        }),
      ),
    }),
  ),
  fallbacks: Type.Optional(
    listSetting(
      blockSetting({
        tier: textSetting({ form: 'the name of a tier', description: 'The tier that may fail.' }),
        to: listSetting(
          textSetting({ form: 'the name of a tier', description: 'A tier.' }),
          {
            form: 'a list of names of tiers',
            description: 'The tiers that answer in its place, in this order; only in the mode `route`.',
          },
          1,
        ),
      }),
      { form: 'a list of fallbacks', description: 'The tiers that answer in place of another one.' },
      1,
    ),
  ),
  affinity: Type.Optional(
    blockSetting({
      ttl: Type.Optional(
        durationSetting({
          fallback: ROUTING_DEFAULTS.affinityTtl,
          description:
            'The time for which an agent of a trace stays pinned to its tier after its last call, for prompt caches; at most 24h. With `0`, there are no pins.',
        }),
      ),
      max_traces: Type.Optional(
        countSetting(
          {
            form: 'a whole number of at least 1',
            fallback: String(ROUTING_DEFAULTS.maxTraces),
            description:
              'The number of pins that a process remembers. Beyond it, the least recently used one is removed.',
          },
          1,
        ),
      ),
    }),
  ),
});
