import { JUDGE, PANEL, withEvaluator, withJudge, type RefusedFile } from './configurations.ts';

const J = 'evals.evaluators[0].judge';

/** Refused settings of the list `evals.evaluators`. */
export const REFUSED_EVALUATORS: readonly RefusedFile[] = [
  // evals.evaluators
  ['no evaluator', 'evals: { evaluators: [x] }', ['1:23 evals.evaluators[0] must be a mapping of settings']],
  [
    'an evaluator without settings',
    'evals: { evaluators: [{}] }',
    ['1:23 evals.evaluators[0].id is required', '1:23 evals.evaluators[0].sample_rate is required'],
  ],
  [
    'an evaluator that is not registered',
    withEvaluator('id: judge.corectness\nsample_rate: 1'),
    [
      '4:7 evals.evaluators[0].id must be a registered evaluator that can be configured (did you mean `judge.correctness`?)',
    ],
  ],
  [
    'an evaluator that is a person',
    withEvaluator('id: human.label\nsample_rate: 1'),
    [
      '4:7 evals.evaluators[0].id must be a registered evaluator that can be configured (the evaluators are judge.correctness, judge.groundedness, judge.helpfulness, judge.instruction_following, judge.relevance, judge.safety, judge.satisfaction, check.correctness, check.groundedness, check.helpfulness, check.instruction_following, check.relevance, check.safety, check.satisfaction)',
    ],
  ],
  [
    'an evaluator twice',
    'evals: { evaluators: [{ id: check.safety, sample_rate: 1 }, { id: check.safety, sample_rate: 1 }] }',
    ['1:63 evals.evaluators[1].id repeats `check.safety`: remove one of the two'],
  ],
  ...[-0.1, 1.1, '.nan', '.inf', '"1"'].map((rate): RefusedFile => [
    `a share of ${rate}`,
    withEvaluator(`id: check.safety\nsample_rate: ${rate}`),
    ['5:7 evals.evaluators[0].sample_rate must be a number from 0 to 1'],
  ]),
  ...[-1, '.inf', '.nan'].map((cap): RefusedFile => [
    `a cap of ${cap}`,
    withJudge(JUDGE).replace('max_usd_per_day: 5', `max_usd_per_day: ${cap}`),
    ['6:7 evals.evaluators[0].max_usd_per_day must be a finite number of at least 0'],
  ]),
  [
    'a judge without a cap',
    withJudge(JUDGE).replace('      max_usd_per_day: 5\n', ''),
    ['4:7 evals.evaluators[0].max_usd_per_day is required with `judge`, whose calls cost money'],
  ],
  [
    'two transports',
    withJudge(JUDGE) + '      sidecar_judge: { external: allow, endpoint_env: X, method: pairwise }\n',
    ['4:7 evals.evaluators[0] must have exactly one scorer, but has judge and sidecar_judge'],
  ],
  [
    'a transport of another kind',
    withEvaluator('id: judge.safety\nsample_rate: 1\nsidecar: { external: allow, endpoint_env: SCORER }'),
    ['4:7 evals.evaluators[0].id is a judge, so its entry cannot have `sidecar`: omit that'],
  ],
  // evals.evaluators[].judge
  [
    'a judge without settings',
    withEvaluator('id: judge.safety\nsample_rate: 1\nmax_usd_per_day: 1\njudge: {}'),
    [`7:7 ${J}.external is required`, `7:7 ${J}.model is required`, `7:7 ${J}.api_key_env is required`],
  ],
  [
    'a judge without consent',
    withJudge(JUDGE.replace('allow', 'deny')),
    [`8:9 ${J}.external must be \`allow\`: content leaves this deployment`],
  ],
  ['an empty model', withJudge(JUDGE.replace('claude-sonnet-5', '""')), [`9:9 ${J}.model must be the name of a model`]],
  [
    'the oracle',
    withJudge(JUDGE.replace('claude-sonnet-5', 'oracle')),
    [`9:9 ${J}.model must not be \`oracle\`: name the model that judges`],
  ],
  [
    'a judge of the family of a tier',
    `routing: { tiers: [{ name: simple, model: gpt-5 }, { name: complex, model: anthropic/claude-opus-5 }] }\n${withJudge(JUDGE)}`,
    [
      `10:9 ${J}.model is of the family anthropic, like the tier complex (anthropic/claude-opus-5) that it judges: choose another family`,
    ],
  ],
  [
    'a key in place of its variable',
    withJudge(JUDGE.replace('JUDGE_KEY', 'sk-ant-0123456789')),
    [`10:9 ${J}.api_key_env must be the name of a variable of the environment, and neither a URL nor a key`],
  ],
  [
    'a literal URL',
    withJudge(`${JUDGE}\nendpoint_env: https://api.example.com/v1/messages`),
    [`11:9 ${J}.endpoint_env must be the name of a variable of the environment, and neither a URL nor a key`],
  ],
  [
    'an unknown method',
    withJudge(`${JUDGE}\nmethod: pointwise`),
    [`11:9 ${J}.method must be one of pointwise-bool, pointwise-rubric, pairwise, reference, panel`],
  ],
  [
    'an unknown method, with which anything may go',
    withJudge(`${JUDGE}\nmethod: rubric\nrubric: { id: r1 }`),
    [`11:9 ${J}.method must be one of pointwise-bool, pointwise-rubric, pairwise, reference, panel`],
  ],
  ...[0, 1.5].map((k): RefusedFile => [
    `a judge that is asked ${k} times`,
    withJudge(`${JUDGE}\nself_consistency_k: ${k}`),
    [`11:9 ${J}.self_consistency_k must be a whole number of at least 1`],
  ]),
  [
    'a judge that is queried three times',
    withJudge(`${JUDGE}\nself_consistency_k: 3`),
    [`11:9 ${J}.self_consistency_k must be at most 1: this version queries a judge once`],
  ],
  [
    'a rubric with another method',
    withJudge(`${JUDGE}\nrubric: { id: r1 }`),
    [`11:9 ${J}.rubric cannot be used with the method \`pointwise-bool\`: omit it`],
  ],
  [
    'a rubric that is missing',
    withJudge(`${JUDGE}\nmethod: pointwise-rubric`),
    [`7:7 ${J}.rubric is required with the method \`pointwise-rubric\``],
  ],
  [
    'a rubric without an id',
    withJudge(`${JUDGE}\nmethod: pointwise-rubric\nrubric: { id: "" }`),
    [`12:19 ${J}.rubric.id must be the id of a rubric`],
  ],
  [
    'a panel with another method',
    withJudge(PANEL.replace('method: panel', 'method: pairwise')),
    [`12:9 ${J}.panel cannot be used with the method \`pairwise\`: omit it`],
  ],
  [
    'a panel that is missing',
    withJudge(`${JUDGE}\nmethod: panel`),
    [`7:7 ${J}.panel is required with the method \`panel\``],
  ],
  [
    'an endpoint next to a panel',
    withJudge(`${PANEL}\nendpoint_env: X`),
    [`17:9 ${J}.endpoint_env cannot be used with the method \`panel\`: set it in each seat`],
  ],
  // evals.evaluators[].judge.panel
  [
    'a panel without members',
    withJudge(`${JUDGE}\nmethod: panel\npanel: { rule: majority }`),
    [`12:9 ${J}.panel.members is required`],
  ],
  [
    'two members',
    withJudge(PANEL.replace('    - { model: mistral-large, api_key_env: C }', '')),
    [`13:11 ${J}.panel.members must have at least 3 seats, but has 2`],
  ],
  [
    'members of one family',
    withJudge(PANEL.replace('gemini-3-pro', 'claude-opus-5').replace('mistral-large', 'claude-haiku-5')),
    [`13:11 ${J}.panel.members must have models of at least 2 families, but has 1`],
  ],
  [
    'a member of the family of a tier',
    `routing: { tiers: [{ name: simple, model: gemini-3-flash }] }\n${withJudge(PANEL)}`,
    [
      `16:17 ${J}.panel.members[1].model is of the family google, like the tier simple (gemini-3-flash) that it judges: choose another family`,
    ],
  ],
  [
    'a rule other than majority',
    withJudge(`${PANEL}\n  rule: unanimous`),
    [`17:11 ${J}.panel.rule must be \`majority\``],
  ],
  [
    'a member of two kinds',
    withJudge(PANEL.replace('api_key_env: A', 'api_key_env: A, sidecar_endpoint_env: S')),
    [
      `14:15 ${J}.panel.members[0] must be one kind of seat: \`model\` with \`api_key_env\`, or \`sidecar_endpoint_env\``,
    ],
  ],
  [
    'a member without a key, and one without a model',
    withJudge(PANEL.replace(', api_key_env: B', '').replace('model: mistral-large', 'endpoint_env: E')),
    [
      `15:15 ${J}.panel.members[1].api_key_env is required for a seat without \`sidecar_endpoint_env\``,
      `16:15 ${J}.panel.members[2].model is required for a seat without \`sidecar_endpoint_env\``,
    ],
  ],
  [
    'an oracle at a panel',
    withJudge(PANEL.replace('mistral-large', 'oracle')),
    [`16:17 ${J}.panel.members[2].model must not be \`oracle\`: name the model that judges`],
  ],
  [
    'a sidecar member with a literal URL',
    withJudge(PANEL.replace('model: mistral-large, api_key_env: C', 'sidecar_endpoint_env: http://seat')),
    [
      `16:17 ${J}.panel.members[2].sidecar_endpoint_env must be the name of a variable of the environment, and neither a URL nor a key`,
    ],
  ],
  [
    'an invalid member, which has no family',
    withJudge(
      PANEL.replace('{ model: gemini-3-pro, api_key_env: B }', 'seat').replace('mistral-large', 'claude-haiku-5'),
    ),
    [
      `13:11 ${J}.panel.members must have models of at least 2 families, but has 1`,
      `15:15 ${J}.panel.members[1] must be a mapping of settings`,
    ],
  ],
  [
    'members of two kinds, with any settings of one kind',
    withJudge(
      PANEL.replace('api_key_env: A', 'sidecar_endpoint_env: S')
        .replace('model: gemini-3-pro', 'sidecar_endpoint_env: S')
        .replace('model: mistral-large, api_key_env: C', 'endpoint_env: E, sidecar_endpoint_env: S'),
    ),
    [
      `13:11 ${J}.panel.members must have models of at least 2 families, but has 1`,
      ...[14, 15, 16].map(
        (line, index) =>
          `${line}:15 ${J}.panel.members[${index}] must be one kind of seat: \`model\` with \`api_key_env\`, or \`sidecar_endpoint_env\``,
      ),
    ],
  ],
  [
    'an oracle that judges an oracle, which is one fault',
    `routing: { tiers: [{ name: simple, model: oracle }] }\n${withJudge(JUDGE.replace('claude-sonnet-5', 'oracle'))}`,
    [`10:9 ${J}.model must not be \`oracle\`: name the model that judges`],
  ],
  // evals.evaluators[].sidecar and sidecar_judge
  [
    'an invalid method next to a rubric',
    withEvaluator(
      'id: judge.safety\nsample_rate: 1\nsidecar_judge: { external: allow, endpoint_env: X, method: 5, rubric: { id: r } }',
    ),
    ['6:58 evals.evaluators[0].sidecar_judge.method must be one of pointwise-rubric, pairwise, reference'],
  ],
  [
    'a sidecar without settings',
    withEvaluator('id: check.safety\nsample_rate: 1\nsidecar: {}'),
    [
      '6:7 evals.evaluators[0].sidecar.external is required',
      '6:7 evals.evaluators[0].sidecar.endpoint_env is required',
    ],
  ],
  [
    'a sidecar without consent, at a literal URL',
    withEvaluator('id: check.safety\nsample_rate: 1\nsidecar: { external: true, endpoint_env: http://scorer }'),
    [
      '6:18 evals.evaluators[0].sidecar.external must be `allow`: content leaves this deployment',
      '6:34 evals.evaluators[0].sidecar.endpoint_env must be the name of a variable of the environment, and neither a URL nor a key',
    ],
  ],
  [
    'a judge behind a sidecar, without settings',
    withEvaluator('id: judge.safety\nsample_rate: 1\nsidecar_judge: {}'),
    ['external', 'endpoint_env', 'method'].map((leaf) => `6:7 evals.evaluators[0].sidecar_judge.${leaf} is required`),
  ],
  [
    'a judge behind a sidecar with the method of a provider',
    withEvaluator(
      'id: judge.safety\nsample_rate: 1\nsidecar_judge: { external: allow, endpoint_env: X, method: panel }',
    ),
    ['6:58 evals.evaluators[0].sidecar_judge.method must be one of pointwise-rubric, pairwise, reference'],
  ],
  [
    'a judge behind a sidecar without its rubric',
    withEvaluator(
      'id: judge.safety\nsample_rate: 1\nsidecar_judge: { external: allow, endpoint_env: X, method: pointwise-rubric }',
    ),
    ['6:7 evals.evaluators[0].sidecar_judge.rubric is required with the method `pointwise-rubric`'],
  ],
  [
    'a judge behind a sidecar with an additional rubric',
    withEvaluator(
      'id: judge.safety\nsample_rate: 1\nsidecar_judge: { external: allow, endpoint_env: X, method: pairwise, rubric: { id: r } }',
    ),
    ['6:76 evals.evaluators[0].sidecar_judge.rubric cannot be used with the method `pairwise`: omit it'],
  ],
];
