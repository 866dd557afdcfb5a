import type { Form } from '../../tree/flag.ts';

/** The providers of the quickstarts, by the name before the model. */
const UPSTREAMS = {
  anthropic: { wire: 'anthropic', base_url: 'https://api.anthropic.com', api_key_env: 'ANTHROPIC_API_KEY' },
  openai: { wire: 'openai', base_url: 'https://api.openai.com/v1', api_key_env: 'OPENAI_API_KEY' },
  google: { wire: 'google', base_url: 'https://generativelanguage.googleapis.com', api_key_env: 'GEMINI_API_KEY' },
} as const;

type Upstream = keyof typeof UPSTREAMS;

/** A model of a provider. */
export interface TierModel {
  readonly upstream: Upstream;
  readonly model: string;
}

/** A model of a quickstart. The model itself can contain a slash. */
export const tierModel: Form<TierModel> = {
  rule: `<upstream>/<model> with one of the upstreams ${Object.keys(UPSTREAMS).join(', ')}, such as anthropic/claude-haiku-4-5`,
  parse: (text) => {
    const found = /^([a-z]+)\/([\w.:@/-]{1,200})$/.exec(text);
    const [, upstream = '', model = ''] = found ?? [];
    return Object.hasOwn(UPSTREAMS, upstream) ? { upstream: upstream as Upstream, model } : undefined;
  },
};

/** The two models of a route. */
export interface Tiers {
  readonly simple: TierModel;
  readonly complex: TierModel;
}

/** Calls of at most this many input tokens are simple. */
const SIMPLE_INPUT_TOKENS = 2_000;

/** The configuration of a quickstart, and the variables of its keys. */
export interface Quickstart {
  readonly configuration: object;
  readonly keys: readonly string[];
}

/** A ledger: every model of Anthropic, as the caller names it. */
export function anthropicQuickstart(): Quickstart {
  return {
    configuration: { mode: 'ledger', providers: [providerOf('anthropic', ['claude-*'])] },
    keys: [UPSTREAMS.anthropic.api_key_env],
  };
}

/** A route with two tiers: short inputs go to the simple one. */
export function tiersQuickstart(tiers: Tiers): Quickstart {
  const upstreams = [...new Set([tiers.simple.upstream, tiers.complex.upstream])];
  const modelsOf = (upstream: Upstream): string[] => [
    ...new Set([tiers.simple, tiers.complex].flatMap((one) => (one.upstream === upstream ? [one.model] : []))),
  ];
  const tier = (name: keyof Tiers) => ({ name, model: tiers[name].model, provider: tiers[name].upstream });
  return {
    configuration: {
      mode: 'route',
      providers: upstreams.map((upstream) => providerOf(upstream, modelsOf(upstream))),
      routing: {
        tiers: [tier('simple'), tier('complex')],
        rules: [{ id: 'short', tier: 'simple', max_input_tokens: SIMPLE_INPUT_TOKENS }],
        default_tier: 'complex',
      },
    },
    keys: upstreams.map((upstream) => UPSTREAMS[upstream].api_key_env),
  };
}

function providerOf(name: Upstream, models: readonly string[]): object {
  return { name, ...UPSTREAMS[name], models };
}
