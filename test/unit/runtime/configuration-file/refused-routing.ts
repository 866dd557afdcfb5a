import type { RefusedFile } from './configurations.ts';

/** A provider of each protocol, in one line. */
export const TWO_PROVIDERS =
  'providers: [{ name: a, wire: anthropic, base_url: "https://a", models: ["claude-*"] }, { name: o, wire: openai, base_url: "https://o", models: [gpt-5] }]\n';

const WITH_TIERS = `${TWO_PROVIDERS}mode: route
routing:
  tiers:
    - { name: simple, model: claude-x }
    - { name: other, model: gpt-5, provider: o }
`;

/** Refused settings of `mode` and `routing`. */
export const REFUSED_ROUTING: readonly RefusedFile[] = [
  [
    'fallbacks and retries with faults',
    `${WITH_TIERS}  retries: { attempts: 11, within: 61s }
  fallbacks:
    - { tier: simple, to: [simple, other, simpel] }
    - { tier: simple, to: [] }
    - { to: [best] }
`,
    [
      '7:14 routing.retries.attempts must be a whole number from 1 to 10',
      '7:28 routing.retries.within must be at most 60s',
      '9:28 routing.fallbacks[0].to[0] is the tier itself: use `routing.retries` to call it again',
      '9:36 routing.fallbacks[0].to[1] has no endpoint in common with the tier simple',
      '9:43 routing.fallbacks[0].to[2] is not a tier of the file (did you mean `simple`?)',
      '10:9 routing.fallbacks[1].tier already has an entry in the list: merge the two entries',
      '10:23 routing.fallbacks[1].to must be a list of names of tiers',
      '11:7 routing.fallbacks[2].tier is required',
      '11:14 routing.fallbacks[2].to[0] is not a tier of the file (the tiers are simple, other)',
    ],
  ],
  [
    'shadow calls with faults',
    'shadow: { sample_rate: 1.5, concurrency: 0, rate: 1 }\n',
    [
      '1:11 shadow.sample_rate must be a number from 0 to 1',
      '1:29 shadow.concurrency must be a whole number of at least 1',
      '1:45 shadow.rate is not a setting (the settings here are sample_rate, concurrency)',
    ],
  ],
  ['an unknown mode', 'mode: proxy\n', ['1:1 mode must be `ledger`, `shadow` or `route`']],
  ['a mode without tiers', 'mode: shadow\n', ['1:1 mode is `shadow`, which needs `routing.tiers`: add them']],
  [
    'tiers without a provider',
    `${TWO_PROVIDERS}mode: route\nrouting:\n  tiers:\n    - { name: a, model: mistral }\n    - { name: a, model: gpt-5, provider: a }\n    - { name: c, model: gpt-5, provider: oo }\n    - { name: d e, model: "x y" }\n`,
    [
      '5:18 routing.tiers[0].model is not a model of a provider of the file',
      '6:9 routing.tiers[1].name is also the name of another tier: give each its own name',
      '6:18 routing.tiers[1].model is not a model of its provider a',
      '7:32 routing.tiers[2].provider is not a provider of the file (did you mean `o`?)',
      '8:9 routing.tiers[3].name must be a name of at most 64 characters, without blanks',
      '8:20 routing.tiers[3].model must be the name of a model, without blanks',
    ],
  ],
  [
    'rules with faults',
    `${WITH_TIERS}  rules:
    - { id: r, tier: simpel, endpoints: [chat_completions] }
    - { id: r, tier: simple, endpoints: [messages, responses] }
    - { id: t, tier: other, tags: [stage=beta], min_input_tokens: 10, max_input_tokens: 9 }
    - { id: u, tier: other, endpoints: [embeddings], tags: [beta], agents: [] }
    - { id: v }
  default_tier: best
  affinity: { ttl: 25h, max_traces: 0 }
`,
    [
      '8:16 routing.rules[0].tier is not a tier of the file (did you mean `simple`?)',
      '9:9 routing.rules[1].id is also the id of another rule: give each its own id',
      '9:52 routing.rules[1].endpoints[1] is not an endpoint of the tier simple',
      '10:29 routing.rules[2].tags needs tags, which need `ledger.dimensions.enabled`: set it to true',
      '10:71 routing.rules[2].max_input_tokens is less than `min_input_tokens`, so no call matches',
      '11:41 routing.rules[3].endpoints[0] must be one of messages, chat_completions, responses, generate_content',
      '11:54 routing.rules[3].tags needs tags, which need `ledger.dimensions.enabled`: set it to true',
      '11:61 routing.rules[3].tags[0] must be `<key>=<value>`',
      '11:68 routing.rules[3].agents must be a list of names of agents, or of what they begin with and a `*`',
      '12:7 routing.rules[4].tier is required',
      '13:3 routing.default_tier is not a tier of the file (the tiers are simple, other)',
      '14:15 routing.affinity.ttl must be at most 24h',
      '14:25 routing.affinity.max_traces must be a whole number of at least 1',
    ],
  ],
  [
    'a rule of an invalid tier, with no other fault',
    `${TWO_PROVIDERS}mode: route\nrouting: { tiers: [{ name: 5, model: gpt-5 }], rules: [{ id: r, tier: x, endpoints: [messages] }] }\n`,
    ['3:22 routing.tiers[0].name must be a name of at most 64 characters, without blanks'],
  ],
  [
    'a tier with invalid providers, with no other fault',
    'providers: [{ name: a, wire: grpc, base_url: "https://a", models: [x] }]\nmode: route\nrouting: { tiers: [{ name: t, model: y, provider: b }] }\n',
    ['1:24 providers[0].wire must be `anthropic`, `openai` or `google`'],
  ],
];
