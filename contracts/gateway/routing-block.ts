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
        'The provider of the tier. Without it, the first provider that serves the model and is allowed for the key answers.',
    }),
  ),
});

const RouteRuleSchema = blockSetting({
  id: nameMember('The name of the rule in rows. It is unique.'),
  tier: textSetting({ form: 'the name of a tier', description: 'The tier that answers matching calls.' }),
  models: Type.Optional(
    modelsMember('The requested models to which the rule applies, of any provider; all if absent.'),
  ),
  endpoints: endpointsMember(ROUTED_ENDPOINTS, 'all endpoints of its tier'),
  step_classes: stepClassesMember(),
  agents: Type.Optional(
    listSetting(
      textSetting({ form: 'the name of an agent, or its beginning and a `*`', description: 'An agent.' }),
      {
        form: 'a list of names of agents, or of what they begin with and a `*`',
        description:
          'The agents (`x-tt-agent`) to which the rule applies. If absent: all agents, and calls without an agent.',
      },
      1,
    ),
  ),
  owners: Type.Optional(
    listSetting(
      textSetting({ form: 'the owner of keys', description: 'An owner.' }),
      { form: 'a list of owners of keys', description: 'The owners of keys to which the rule applies; all if absent.' },
      1,
    ),
  ),
  tags: Type.Optional(
    listSetting(
      textSetting(
        { form: '`<key>=<value>`', description: 'A tag, with its key in lower case.' },
        '^[a-z0-9._-]{1,32}=\\S.{0,127}$',
      ),
      {
        form: 'a list of `<key>=<value>`',
        description:
          'The tags (`x-tt-tag-<key>`) to which the rule applies: a call must have one of them. It needs `ledger.dimensions.enabled`. If absent: all calls.',
      },
      1,
    ),
  ),
  min_input_tokens: Type.Optional(
    tokens('The approximate minimum number of input tokens, at four characters a token.'),
  ),
  max_input_tokens: Type.Optional(tokens('The approximate maximum number of input tokens.')),
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
        'The tiers: named models that can answer in place of the requested model. Their answers are judged. A judge must be of another family.',
    }),
  ),
  rules: Type.Optional(
    listSetting(
      RouteRuleSchema,
      {
        form: 'a list of rules',
        description:
          'The rules that choose a tier. The first matching rule decides. Rules whose tier cannot answer at the endpoint of the call are skipped.',
      },
      1,
    ),
  ),
  default_tier: Type.Optional(
    textSetting({
      form: 'the name of a tier',
      description:
        'The tier for calls that match no rule. Without it, or if it cannot answer at the endpoint, the requested model answers.',
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
            'The maximum number of attempts for a rejected call (429, 529, 503 with `Retry-After`, no connection). The gateway tries further providers of the model, then the fallbacks, and then all of them again.',
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
        tier: textSetting({
          form: 'the name of a tier',
          description: 'The tier that the fallbacks replace if it fails.',
        }),
        to: listSetting(
          textSetting({ form: 'the name of a tier', description: 'A tier.' }),
          {
            form: 'a list of names of tiers',
            description: 'The tiers that answer if the tier fails, in this order; only in the mode `route`.',
          },
          1,
        ),
      }),
      { form: 'a list of fallbacks', description: 'The tiers that answer if another tier fails.' },
      1,
    ),
  ),
  affinity: Type.Optional(
    blockSetting({
      ttl: Type.Optional(
        durationSetting({
          fallback: ROUTING_DEFAULTS.affinityTtl,
          description:
            'The time for which an agent of a trace stays pinned to its tier after its last call, so that prompt caches are used; at most 24h. `0` switches pins off.',
        }),
      ),
      max_traces: Type.Optional(
        countSetting(
          {
            form: 'a whole number of at least 1',
            fallback: String(ROUTING_DEFAULTS.maxTraces),
            description:
              'The maximum number of pins in the memory of a process. Beyond it, the least recently used pin is removed.',
          },
          1,
        ),
      ),
    }),
  ),
});
