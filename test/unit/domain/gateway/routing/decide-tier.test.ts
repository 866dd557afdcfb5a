import { expect, it } from 'vitest';
import { decideTier, type TierRequest } from '../../../../../domain/gateway/routing/decide-tier.ts';
import type { RouteRuleEntry, RoutingBlock } from '../../../../../domain/gateway/routing/routing-block.ts';
import { routingSettings } from '../../../../../domain/gateway/routing/routing-settings.ts';

const PROVIDERS = [
  { name: 'anthropic', wire: 'anthropic', base_url: 'https://a', models: ['claude-*'] },
  { name: 'openai', wire: 'openai', base_url: 'https://o', models: ['gpt-*'] },
] as const;
const TIERS = [
  { name: 'simple', model: 'claude-haiku-4-5' },
  { name: 'complex', model: 'claude-opus-5', provider: 'anthropic' },
  { name: 'other', model: 'gpt-5' },
];
const CALL: TierRequest = {
  endpoint: 'messages',
  model: 'claude-sonnet-5',
  owner: 'team-a',
  dimensions: { step_class: 'tool_loop', agent: 'planner-2', 'tag.stage': 'beta' },
  inputTokens: () => 1_000,
};

interface Case {
  readonly block?: Omit<RoutingBlock, 'rules'>;
  readonly rules?: readonly Partial<RouteRuleEntry>[];
  readonly mode?: 'shadow' | 'route';
  readonly call?: Partial<TierRequest>;
  readonly named?: string;
  readonly pinned?: string;
}

/** The chosen tier and its reason; empty if no tier is chosen. */
function decided({ block, rules = [], mode = 'route', call, named, pinned }: Case): string {
  const named_ = rules.map((rule, index) => ({ id: `r${index}`, tier: 'simple', ...rule }));
  const settings = routingSettings(mode, { tiers: TIERS, rules: named_, ...block }, PROVIDERS);
  const decision = settings && decideTier(settings, { ...CALL, ...call }, { named, pinned });
  return decision === undefined
    ? ''
    : [decision.tier.name, decision.reason, decision.ruleId].filter((part) => part !== undefined).join(' ');
}

const BY_DEFAULT = { default_tier: 'complex' };

it.each<readonly [string, Case, string]>([
  ['no setting selects one', {}, ''],
  ['the default', { block: BY_DEFAULT }, 'complex default'],
  ['a default that cannot answer at this endpoint', { block: { default_tier: 'other' } }, ''],
  ['the first matching rule', { rules: [{ models: ['gpt-*'] }, { models: ['claude-*'] }, {}] }, 'simple rule r1'],
  ['a rule before the default', { block: BY_DEFAULT, rules: [{}] }, 'simple rule r0'],
  ['no rule whose tier cannot answer at this endpoint', { rules: [{ tier: 'other' }, {}] }, 'simple rule r1'],
  ['a rule at its endpoint', { rules: [{ endpoints: ['responses'] }, { endpoints: ['messages'] }] }, 'simple rule r1'],
  [
    'a rule by step class',
    { rules: [{ step_classes: ['user_turn'] }, { step_classes: ['tool_loop'] }] },
    'simple rule r1',
  ],
  ['a rule by agent', { rules: [{ agents: ['planner'] }, { agents: ['planner*'] }] }, 'simple rule r1'],
  ['no rule by agent without an agent', { rules: [{ agents: ['*'] }], call: { dimensions: {} } }, ''],
  ['a rule by owner', { rules: [{ owners: ['team-b'] }, { owners: ['team-b', 'team-a'] }] }, 'simple rule r1'],
  ['a rule by tag', { rules: [{ tags: ['stage=prod'] }, { tags: ['stage=prod', 'stage=beta'] }] }, 'simple rule r1'],
  [
    'a rule by a minimum of tokens',
    { rules: [{ min_input_tokens: 1_001 }, { min_input_tokens: 1_000 }] },
    'simple rule r1',
  ],
  [
    'a rule by a maximum of tokens',
    { rules: [{ max_input_tokens: 999 }, { max_input_tokens: 1_000 }] },
    'simple rule r1',
  ],
  ['no rule of which one member does not match', { rules: [{ owners: ['team-a'], models: ['gpt-5'] }] }, ''],
  ['the tier that the caller names', { named: 'complex', rules: [{}], pinned: 'simple' }, 'complex override'],
  ['not the named tier while nothing is routed', { named: 'complex', rules: [{}], mode: 'shadow' }, 'simple rule r0'],
  ['not a missing tier', { named: 'best', rules: [{}] }, 'simple rule r0'],
  ['not a tier that cannot answer at this endpoint', { named: 'other', rules: [{}] }, 'simple rule r0'],
  ['the tier of its trace’s pin', { pinned: 'complex', rules: [{}] }, 'complex pin'],
  ['not a pinned tier that cannot answer', { pinned: 'other', rules: [{}] }, 'simple rule r0'],
  [
    'no tier for embeddings',
    { named: 'simple', pinned: 'simple', block: { default_tier: 'other' }, call: { endpoint: 'embeddings' } },
    '',
  ],
])('%s', (_, about, expected) => {
  expect(decided(about)).toBe(expected);
});

it('no tier is chosen in ledger mode, which is the default', () => {
  expect([
    routingSettings(undefined, { tiers: TIERS }, PROVIDERS),
    routingSettings('ledger', { tiers: TIERS }),
  ]).toEqual([undefined, undefined]);
});

it('tokens are counted only if a rule requires them', () => {
  const inputTokens = (): number => {
    throw new Error('nobody asked');
  };
  expect(decided({ rules: [{ owners: ['team-b'], min_input_tokens: 1 }, {}], call: { inputTokens } })).toBe(
    'simple rule r1',
  );
});
