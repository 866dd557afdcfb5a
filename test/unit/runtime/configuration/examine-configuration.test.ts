import { describe, expect, it } from 'vitest';
import { examineConfiguration } from '../../../../runtime/configuration/examine-configuration.ts';
import {
  JUDGE,
  PANEL,
  SIDECAR,
  withEvaluator,
  withJudge,
  type RefusedFile,
} from '../configuration-file/configurations.ts';
import { REFUSED_EVALUATORS } from '../configuration-file/refused-evaluators.ts';
import { REFUSED_ROUTING, TWO_PROVIDERS } from '../configuration-file/refused-routing.ts';

const J = 'evals.evaluators[0].judge';

/** The remarks on a file, as `line:column path detail`. */
function remarksOf(text: string): string[] {
  return examineConfiguration(text).remarks.map(
    ({ line, column, path, detail }) => `${line}:${column} ${path === '' ? '' : `${path} `}${detail}`,
  );
}

const VALID: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a comment alone', '# later\n'],
  ['a judge', withJudge(JUDGE)],
  ['a judge that is queried once', withJudge(`${JUDGE}\nself_consistency_k: 1`)],
  ['a panel', withJudge(PANEL)],
  ['a judge at an address', withJudge(`${JUDGE.replace(/model: \S+/, 'model: llama-4')}\nendpoint_env: THERE`)],
  [
    'an evaluator that samples nothing and may spend nothing',
    withEvaluator('id: check.safety\nsample_rate: 0\nmax_usd_per_day: 0'),
  ],
  [
    'a judge of a family outside the tiers',
    `${withJudge(JUDGE)}routing:\n  tiers: [{ name: simple, model: gpt-5-mini }]\n`,
  ],
  ['durations', 'evals: { validation: { auto_validate: { interval: 1h30m } } }\ndashboard: { capture: { ttl: 0 } }'],
  ['the bounds', 'evals: { validation: { min_kappa: 1, min_coverage: 1 } }'],
  ['the floors', 'evals: { validation: { min_kappa: 0.5, min_coverage: 0.8 } }'],
  ['empty settings', 'evals: { calibration: { quality: { enabled: false } }, drift: { detectors: [] } }'],
  ['a cache', 'cache: { enabled: true, ttl: 720h, rules: [{ id: a, models: ["gpt-*"] }, { id: b }] }'],
  [
    'tiers by rules, and by default',
    `${TWO_PROVIDERS}mode: route\nrouting:\n  tiers: [{ name: a, model: claude-x }, { name: b, model: gpt-5, provider: o }]\n  rules: [{ id: r, tier: a, endpoints: [messages], min_input_tokens: 5, max_input_tokens: 5 }, { id: s, tier: b }]\n  default_tier: b\n  affinity: { ttl: 24h, max_traces: 1 }\n`,
  ],
  [
    'a cache with similarity',
    'cache: { enabled: true, rules: [{ id: a, kind: semantic, threshold: 0.9, verifier: none }] }',
  ],
  ['an anchor', 'dashboard: { capture: { request: &on true, response: *on } }'],
];

it.each(VALID)('%s is valid', (_, text) => {
  expect([examineConfiguration(text).state, remarksOf(text)]).toEqual(['valid', []]);
});

it('a valid file is shown as written, without defaults', () => {
  expect(examineConfiguration('evals: { outcomes: { otel_ingest: true } }\ndashboard: { capture: {} }').file).toEqual({
    evals: { outcomes: { otel_ingest: true } },
    dashboard: { capture: {} },
  });
});

const INVALID: readonly RefusedFile[] = [
  ['a list', '- evals', ['1:1 must be a mapping of settings']],
  ['a key twice', 'evals: {}\nevals: {}\n', ['2:1 the file is not valid YAML: Map keys must be unique']],
  ['a tag', 'evals: !secret x\n', ['1:8 the file is not valid YAML: Unresolved tag: !secret']],
  ['an unknown block', 'eval: {}\n', ['1:1 eval is not a setting (did you mean `evals`?)']],
  [
    'an unknown block without a similar name',
    'kubernetes: {}\n',
    [
      '1:1 kubernetes is not a setting (the settings here are cache, dashboard, evals, governance, guardrails, ledger, mode, providers, routing, shadow)',
    ],
  ],
  ['an empty block', 'evals:\n', ['1:1 evals must be a mapping of settings']],
  [
    'an unknown leaf',
    withEvaluator('id: check.safety\nsample_rte: 1'),
    [
      '4:7 evals.evaluators[0].sample_rate is required',
      '5:7 evals.evaluators[0].sample_rte is not a setting (did you mean `sample_rate`?)',
    ],
  ],
  // providers
  [
    'providers with faults',
    'providers:\n  - { name: a, wire: grpc, base_url: "ftp://x", models: [] }\n  - { name: b, wire: openai, base_url: "https://k@x", models: ["a*b"], api_key_env: "sk-1" }\n  - { name: b, wire: openai, base_url: "http://x/v1", models: ["*"] }\n',
    [
      '2:16 providers[0].wire must be `anthropic`, `openai` or `google`',
      '2:28 providers[0].base_url must be an http or https address without user, query and fragment',
      '2:49 providers[0].models must be a list of names of models, or of what they begin with and a `*`',
      '3:30 providers[1].base_url must be an http or https address without user, query and fragment',
      '3:64 providers[1].models[0] must be the name of a model, or its beginning and a `*`',
      '3:72 providers[1].api_key_env must be the name of a variable of the environment, and neither a URL nor a key',
      '4:7 providers[2].name is also the name of another provider: give each its own name',
    ],
  ],
  [
    'a cache with faults',
    'cache:\n  enabled: true\n  ttl: 0\n  scope: user\n  max_entry_bytes: 10\n  rules:\n    - { id: a b, kind: alike }\n    - { id: c, ttl: 721h, endpoints: [models] }\n    - { id: c, mode: off, threshold: 0.5 }\n    - { id: d, kind: semantic, threshold: 1, verifier: a }\n  semantic: { candidates: 0 }\n',
    [
      '3:3 cache.ttl must be more than 0 and at most 720h',
      '4:3 cache.scope must be `organization`, `team` or `key`',
      '5:3 cache.max_entry_bytes must be a whole number from 1024 to 33554432',
      '7:9 cache.rules[0].id must be a name of at most 64 letters, digits and characters of ._-',
      '7:18 cache.rules[0].kind must be `exact`, `normalized` or `semantic`',
      '8:16 cache.rules[1].ttl must be more than 0 and at most 720h',
      '8:39 cache.rules[1].endpoints[0] must be one of messages, chat_completions, responses, embeddings, generate_content',
      '9:9 cache.rules[2].id is also the id of another rule: give each its own id',
      '9:16 cache.rules[2].mode must be `serve` or `shadow`',
      '9:27 cache.rules[2].threshold is only for rules of the kind `semantic`',
      '10:32 cache.rules[3].threshold must be a number between 0 and 1',
      '10:46 cache.rules[3].verifier must be `same_words`, `numbers_and_names`, `judge` or `none`',
      '11:15 cache.semantic.candidates must be a whole number from 1 to 10000',
    ],
  ],
  ['no rule of the cache', 'cache: { rules: [] }\n', ['1:10 cache.rules must be a list of rules']],
  ['no provider', 'providers: []\n', ['1:1 providers must be a list of providers']],
  [
    'prices without a rate, or without a time',
    `providers:
  - name: a
    wire: openai
    base_url: "https://a"
    models: ["*"]
    prices:
      - { models: ["m"] }
      - { models: ["m"], multiplier: 0.9, from: "2026-02-30T00:00:00Z" }
      - { models: ["m"], rates: { output_mtok: 1 } }
      - { models: ["m"], rates: { input_mtok: -1, holograms: 2 } }
      - { models: ["m"], services: [{ dimension: colour, value: red, multiplier: 0 }] }
`,
    [
      '7:9 providers[0].prices[0] has no price: add `rates`, `multiplier` or `services`',
      '8:43 providers[0].prices[1].from must be an instant, such as `2026-01-01T00:00:00Z`',
      '9:26 providers[0].prices[2].rates.input_mtok is required',
      '10:35 providers[0].prices[3].rates.input_mtok must be USD, from 0 to 1000000',
      '10:51 providers[0].prices[3].rates.holograms is not a setting (the settings here are input_mtok, output_mtok, cache_read_mtok, cache_write_mtok, cache_write_1h_mtok, input_audio_mtok, output_audio_mtok, output_reasoning_mtok, web_searches_kcount, storage_searches_kcount)',
      '11:39 providers[0].prices[4].services[0].dimension must be `service_tier`, `speed` or `inference_geo`',
      '11:70 providers[0].prices[4].services[0].multiplier must be a number above 0, of at most 1000',
    ],
  ],
  [
    'headers that may not cross',
    `providers:
  - name: a
    wire: openai
    base_url: "https://a"
    models: ["*"]
    forward_headers: [X-Title, Cookie, X-TT-Tier, host, cf-aig-authorization, x-portkey-api-key, "a b", x-amz-security-token, te]
    return_headers: [x-region, Set-Cookie, x-tt-cost-usd, Strict-Transport-Security, content-length, x-session-token]
`,
    [
      '6:32 providers[0].forward_headers[1] names a header that carries a credential or a cookie, which never crosses the gateway',
      '6:40 providers[0].forward_headers[2] is a header of the gateway itself, which never crosses it',
      '6:51 providers[0].forward_headers[3] names a header that the gateway writes itself or that ends with a connection',
      '6:57 providers[0].forward_headers[4] names a header that carries a credential or a cookie, which never crosses the gateway',
      '6:79 providers[0].forward_headers[5] names a header that carries a credential or a cookie, which never crosses the gateway',
      '6:98 providers[0].forward_headers[6] must be the name of a header',
      '6:105 providers[0].forward_headers[7] names a header that carries a credential or a cookie, which never crosses the gateway',
      '6:127 providers[0].forward_headers[8] names a header that the gateway writes itself or that ends with a connection',
      '7:32 providers[0].return_headers[1] names a header that carries a credential or a cookie, which never crosses the gateway',
      '7:44 providers[0].return_headers[2] is a header of the gateway itself, which never crosses it',
      '7:59 providers[0].return_headers[3] names a header that the gateway writes itself or that ends with a connection',
      '7:86 providers[0].return_headers[4] names a header that the gateway writes itself or that ends with a connection',
      '7:102 providers[0].return_headers[5] names a header that carries a credential or a cookie, which never crosses the gateway',
    ],
  ],
  [
    'tags and tiers with faults',
    'ledger: { dimensions: { max_tags: 65 } }\nrouting: { overrides: { tier_header: Tier } }\n',
    [
      '1:25 ledger.dimensions.max_tags must be a whole number from 0 to 64',
      '2:25 routing.overrides.tier_header must be the name of a header in lower case that begins with `x-`',
    ],
  ],
  // evals.outcomes
  [
    'outcomes without a dashboard',
    'dashboard: { enabled: false }\nevals:\n  outcomes:\n    api_enabled: true\n    otel_ingest: true\n',
    [
      '4:5 evals.outcomes.api_enabled needs the dashboard, but `dashboard.enabled` is false: set it to true',
      '5:5 evals.outcomes.otel_ingest needs the dashboard, but `dashboard.enabled` is false: set it to true',
    ],
  ],
  ...REFUSED_EVALUATORS,
  ...REFUSED_ROUTING,
  // evals.validation
  ...[0.49, 1.01].map((kappa): RefusedFile => [
    `a kappa of ${kappa}`,
    `evals: { validation: { min_kappa: ${kappa} } }`,
    ['1:24 evals.validation.min_kappa must be a number from 0.5, the floor, to 1'],
  ]),
  [
    'a source of gold twice',
    'evals: { validation: { gold_sources: [outcomes, outcomes] } }',
    ['1:49 evals.validation.gold_sources[1] repeats `outcomes`: remove one of the two'],
  ],
  [
    'an unknown source of gold',
    'evals: { validation: { gold_sources: [oracle] } }',
    ['1:39 evals.validation.gold_sources[0] must be one of outcomes, feedback'],
  ],
  [
    'no source of gold',
    'evals: { validation: { gold_sources: [] } }',
    ['1:24 evals.validation.gold_sources must be a list of at least one of outcomes, feedback'],
  ],
  ...[0, 1].map((alpha): RefusedFile => [
    `an alpha of ${alpha}`,
    `evals: { validation: { selective_risk: ${alpha} } }`,
    ['1:24 evals.validation.selective_risk must be a number between 0 and 1, and neither of them'],
  ]),
  ...['-1h', '1d', 'soon', 60].map((interval): RefusedFile => [
    `an interval of ${interval}`,
    `evals: { validation: { auto_validate: { interval: ${interval} } } }`,
    ['1:41 evals.validation.auto_validate.interval must be a duration of 0 or more, such as `90s`, `24h` or `1h30m`'],
  ]),
  [
    'no new labels',
    'evals: { validation: { auto_validate: { new_labels_threshold: 0 } } }',
    ['1:41 evals.validation.auto_validate.new_labels_threshold must be a whole number of at least 1'],
  ],
  [
    'a text for a flag',
    'evals: { validation: { require_iaa: yes } }',
    ['1:24 evals.validation.require_iaa must be `true` or `false`'],
  ],
  // evals.calibration and evals.drift
  [
    'a calibration without confidence',
    'evals: { calibration: { quality: { enabled: true } } }',
    ['1:25 evals.calibration.quality.confidence has no default, and is required if `enabled` is true'],
  ],
  [
    'a calibration with a wrong confidence, which is not missing as well',
    'evals: { calibration: { quality: { enabled: true, confidence: 1 } } }',
    ['1:51 evals.calibration.quality.confidence must be a number between 0 and 1, and neither of them'],
  ],
  [
    'a calibration that tolerates everything or almost nothing, and an unknown metric',
    'evals: { calibration: { quality: { tolerance: 0.0009, tolerances: { safety: 1, charm: 0.1 } } } }',
    [
      '1:36 evals.calibration.quality.tolerance must be a number of at least 0.001 and below 1',
      '1:69 evals.calibration.quality.tolerances.safety must be a number of at least 0.001 and below 1',
      '1:80 evals.calibration.quality.tolerances.charm is not a setting (the settings here are correctness, groundedness, helpfulness, instruction_following, relevance, safety, satisfaction)',
    ],
  ],
  [
    'a calibration on few rows, refitted before it was fitted',
    'evals: { calibration: { quality: { min_n: 49, refit_interval: -1s } } }',
    [
      '1:36 evals.calibration.quality.min_n must be a whole number of at least 50, the floor',
      '1:47 evals.calibration.quality.refit_interval must be a duration of 0 or more, such as `90s`, `24h` or `1h30m`',
    ],
  ],
  [
    'detectors without a name, and twice',
    'evals: { drift: { detectors: ["", psi-window-v1, psi-window-v1] } }',
    [
      '1:31 evals.drift.detectors[0] must be the id of a detector',
      '1:50 evals.drift.detectors[2] repeats `psi-window-v1`: remove one of the two',
    ],
  ],
  // routing, with the parts that judges need
  [
    'an unknown tier and a tier without a model, with a judge',
    `routing: { tiers: [simple, { name: complex }] }\n${withJudge(JUDGE)}`,
    ['1:20 routing.tiers[0] must be a mapping of settings', '1:28 routing.tiers[1].model is required'],
  ],
  // dashboard
  [
    'a capture of something else',
    'dashboard: { capture: { requests: true, ttl: -1h, path: "" } }',
    [
      '1:25 dashboard.capture.requests is not a setting (did you mean `request`?)',
      '1:41 dashboard.capture.ttl must be a duration of 0 or more, such as `90s`, `24h` or `1h30m`',
      '1:51 dashboard.capture.path must be the path of a folder',
    ],
  ],
];

it.each(INVALID)('%s is refused', (_, text, expected) => {
  expect([examineConfiguration(text).state, remarksOf(text)]).toEqual(['invalid', expected]);
});

it('all faults are reported together, in the order of the file: those of form and those of rules', () => {
  const text = `evals:
  outcomes: { otel_ingst: true, api_enabled: true }
  evaluators:
    - id: judge.safety
      judge: { external: allow, model: oracle, api_key_env: KEY }
    - judge.safety
dashboard: { enabled: false }
`;
  expect(remarksOf(text)).toEqual([
    '2:15 evals.outcomes.otel_ingst is not a setting (did you mean `otel_ingest`?)',
    '2:33 evals.outcomes.api_enabled needs the dashboard, but `dashboard.enabled` is false: set it to true',
    '4:7 evals.evaluators[0].sample_rate is required',
    '4:7 evals.evaluators[0].max_usd_per_day is required with `judge`, whose calls cost money',
    '5:33 evals.evaluators[0].judge.model must not be `oracle`: name the model that judges',
    '6:7 evals.evaluators[1] must be a mapping of settings',
  ]);
});

describe('a valid file that cannot be composed', () => {
  it.each([
    [
      'a sidecar',
      withEvaluator(SIDECAR),
      '6:7 evals.evaluators[0].sidecar is not supported: this version calls no scorer service. Omit it',
    ],
    [
      'a judge behind a sidecar',
      withEvaluator(
        'id: judge.safety\nsample_rate: 1\nsidecar_judge: { external: allow, endpoint_env: X, method: pairwise }',
      ),
      '6:7 evals.evaluators[0].sidecar_judge is complete, but not supported: this version calls no judge by the sidecar protocol. Omit it',
    ],
    [
      'a panel member behind a sidecar',
      withJudge(`${PANEL}\n    - { sidecar_endpoint_env: SEAT }`),
      `17:17 ${J}.panel.members[3].sidecar_endpoint_env is not supported: this version accepts only seats with \`model\``,
    ],
    [
      'a judge with an unknown provider',
      withJudge(JUDGE.replace(/model: \S+/, 'model: llama-4')),
      `7:7 ${J}.endpoint_env is missing, and is required because the family meta has no default address`,
    ],
    [
      'such a panel member',
      withJudge(`${PANEL}\n    - { model: llama-4, api_key_env: KEY }`),
      `17:15 ${J}.panel.members[3].endpoint_env is missing, and is required because the family meta has no default address`,
    ],
    ...['pairwise', 'reference'].map((method) => [
      `the method ${method} at a provider`,
      withJudge(`${JUDGE}\nmethod: ${method}`),
      `11:9 ${J}.method is \`${method}\`, which is not supported: at the API of a provider, this version supports \`pointwise-bool\` and \`panel\``,
    ]),
    [
      'a rubric at a provider',
      withJudge(`${JUDGE}\nmethod: pointwise-rubric\nrubric: { id: r1 }`),
      `11:9 ${J}.method is \`pointwise-rubric\`, which is not supported: at the API of a provider, this version supports \`pointwise-bool\` and \`panel\``,
    ],
  ])('%s', (_, text, remark) => {
    expect([examineConfiguration(text).state, remarksOf(text)]).toEqual(['not_composable', [remark]]);
  });

  it('is reported only if nothing is invalid', () => {
    const text = withEvaluator(`${SIDECAR}\nsampel: 1`);
    expect([examineConfiguration(text).state, remarksOf(text)]).toEqual([
      'invalid',
      ['7:7 evals.evaluators[0].sampel is not a setting (did you mean `sample_rate`?)'].map((line) =>
        line.replace(
          'did you mean `sample_rate`?',
          'the settings here are id, sample_rate, max_usd_per_day, judge, sidecar, sidecar_judge',
        ),
      ),
    ]);
  });
});

it.each([
  [
    'annotation without content',
    'evals: { annotation_queue: { enabled: true } }\ndashboard: { capture: { request: true } }',
    [
      'evals.annotation_queue.enabled is true, but `dashboard.capture` stores no request and response, so there is nothing to annotate',
    ],
  ],
  [
    'an evaluator that nothing scores',
    withEvaluator('id: judge.safety\nsample_rate: 1'),
    ['evals.evaluators[0] has no scorer, so it scores nothing: add one'],
  ],
  [
    'a queue of captured content',
    'evals: { annotation_queue: { enabled: true } }\ndashboard: { capture: { request: true, response: true } }',
    [],
  ],
  [
    'a judge without anything to judge',
    withJudge(JUDGE),
    [
      'evals.evaluators[0].sample_rate is above 0, but `dashboard.capture` stores no request and response, so there is nothing to judge',
    ],
  ],
  ['a judge that samples nothing', withJudge(JUDGE).replace(/sample_rate: \S+/, 'sample_rate: 0'), []],
  [
    'an unreachable rule, and one after a rule for another endpoint',
    `${TWO_PROVIDERS}mode: shadow\nrouting:\n  tiers: [{ name: a, model: claude-x }, { name: b, model: gpt-5 }]\n  rules: [{ id: r, tier: a, models: ["*"] }, { id: s, tier: b, owners: [x] }, { id: t, tier: a, agents: [x] }]\n`,
    ['routing.rules[2] is never used, because earlier rules match every such call'],
  ],
  [
    'rules in ledger mode, and shadow calls',
    `${TWO_PROVIDERS}shadow: { sample_rate: 0.1 }\nrouting: { tiers: [{ name: a, model: x }], rules: [{ id: r, tier: a }], default_tier: a }\n`,
    [
      'shadow has no effect while `mode` is not `shadow`',
      'routing.rules has no effect while `mode` is not `shadow` or `route`',
      'routing.default_tier has no effect while `mode` is not `shadow` or `route`',
    ],
  ],
  ['a complete file', `${withJudge(JUDGE)}dashboard: { capture: { request: true, response: true } }\n`, []],
])('%s causes a warning', (_, text, expected) => {
  const { state, warnings } = examineConfiguration(text);
  expect([state, warnings.map(({ path, detail }) => `${path} ${detail}`)]).toEqual(['valid', expected]);
});
