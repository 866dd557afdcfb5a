import { describe, expect, it } from 'vitest';
import type { CacheBlock, CacheRuleEntry } from '../../../../domain/gateway/cache/cache-block.ts';
import { findCacheRule, cacheSettings, type CacheRule } from '../../../../domain/gateway/cache/cache-settings.ts';
import { findCacheFaults, findCacheWarnings } from '../../../../domain/gateway/cache/find-cache-faults.ts';
import { scopeKeyOf } from '../../../../domain/gateway/cache/scope-key-of.ts';

const DAY_MS = 86_400_000;
const DEFAULT_RULE: CacheRule = {
  id: 'default',
  kind: 'exact',
  mode: 'serve',
  ttlMs: DAY_MS,
  models: undefined,
  endpoints: undefined,
  stepClasses: undefined,
  similarity: undefined,
};

const SEMANTIC = { ...DEFAULT_RULE, kind: 'semantic', ttlMs: 3_600_000 } as const;
const ALIKE: CacheRuleEntry = { id: 'd', kind: 'semantic' };

describe('the settings of a cache', () => {
  it.each<[string, CacheBlock | undefined]>([
    ['the file has no block', undefined],
    ['the block is empty', { ttl: '1h' }],
    ['it is off', { enabled: false }],
  ])('are absent if %s', (_, block) => {
    expect(cacheSettings(block)).toBeUndefined();
  });

  it('have their defaults', () => {
    expect(cacheSettings({ enabled: true })).toEqual({
      scope: 'team',
      rules: [DEFAULT_RULE],
      maxEntryBytes: 1_048_576,
      maxBytes: 1_073_741_824,
      memoryBytes: 67_108_864,
      semantic: { embeddings: undefined, judge: undefined, timeoutMs: 500, candidates: 1_000, memoryBytes: 67_108_864 },
    });
  });

  it('are those of the block', () => {
    const rule: CacheRuleEntry = {
      ...{ id: 'a', kind: 'normalized', mode: 'shadow', ttl: '1m' },
      ...{ models: ['m'], endpoints: ['messages'], step_classes: ['user_turn'] },
    };
    const block: CacheBlock = {
      ...{ enabled: true, scope: 'key', ttl: '1h', max_entry_bytes: 1, max_bytes: 2, memory_bytes: 3 },
      semantic: { timeout: '1s', candidates: 4, memory_bytes: 5 },
      rules: [rule, { id: 'b' }, { id: 'c', kind: 'semantic' }, { ...ALIKE, threshold: 0.8, verifier: 'none' }],
    };
    expect(cacheSettings(block)).toEqual({
      scope: 'key',
      rules: [
        {
          ...{ id: 'a', kind: 'normalized', mode: 'shadow', ttlMs: 60_000 },
          ...{ models: ['m'], endpoints: ['messages'], stepClasses: ['user_turn'], similarity: undefined },
        },
        { ...DEFAULT_RULE, id: 'b', ttlMs: 3_600_000 },
        { ...SEMANTIC, id: 'c', similarity: { threshold: 0.95, verifier: 'same_words' } },
        { ...SEMANTIC, id: 'd', similarity: { threshold: 0.8, verifier: 'none' } },
      ],
      maxEntryBytes: 1,
      maxBytes: 2,
      memoryBytes: 3,
      semantic: { embeddings: undefined, judge: undefined, timeoutMs: 1_000, candidates: 4, memoryBytes: 5 },
    });
  });
});

it('a rule of the kind semantic permits other words if a provider creates embeddings', () => {
  const embeddings = { provider: 'openai', model: 'e' };
  const settings = cacheSettings({ enabled: true, semantic: { embeddings }, rules: [{ id: 'c', kind: 'semantic' }] });
  expect(settings?.semantic.embeddings).toEqual(embeddings);
  expect(settings?.rules[0]?.similarity).toEqual({ threshold: 0.95, verifier: 'numbers_and_names' });
});

describe('the rule of a call', () => {
  const rules: CacheRule[] = [
    { ...DEFAULT_RULE, id: 'model', models: ['gpt-*', 'exactly'] },
    { ...DEFAULT_RULE, id: 'endpoint', endpoints: ['embeddings'] },
    { ...DEFAULT_RULE, id: 'step', stepClasses: ['tool_loop'] },
  ];

  it.each<[string | undefined, Parameters<typeof findCacheRule>[1]]>([
    ['model', { model: 'gpt-5', endpoint: 'embeddings', stepClass: 'tool_loop' }],
    ['model', { model: 'exactly', endpoint: 'messages', stepClass: undefined }],
    ['endpoint', { model: 'exactly-not', endpoint: 'embeddings', stepClass: undefined }],
    ['step', { model: 'm', endpoint: 'messages', stepClass: 'tool_loop' }],
    [undefined, { model: 'm', endpoint: 'messages', stepClass: 'user_turn' }],
    [undefined, { model: 'm', endpoint: 'messages', stepClass: undefined }],
  ])('is %s, the first that matches it', (id, call) => {
    expect(findCacheRule(rules, call)?.id).toBe(id);
  });
});

describe('the faults of a block', () => {
  it('are lifetimes outside their limits and repeated ids', () => {
    const rules = [{ id: 'a', ttl: 0 }, undefined, { id: 'a' }, { id: 'b', ttl: '720h1ms' }];
    expect(findCacheFaults({ ttl: '0', rules }, [])).toEqual([
      { path: ['cache', 'ttl'], detail: 'must be more than 0 and at most 720h' },
      { path: ['cache', 'rules', 0, 'ttl'], detail: 'must be more than 0 and at most 720h' },
      { path: ['cache', 'rules', 3, 'ttl'], detail: 'must be more than 0 and at most 720h' },
      { path: ['cache', 'rules', 2, 'id'], detail: 'is also the id of another rule: give each its own id' },
    ]);
    expect(findCacheFaults({ ttl: '720h', rules: [{ ttl: '1ms' }, { ttl: '1ms' }] }, [])).toEqual([]);
    expect(findCacheFaults({}, [])).toEqual([]);
  });

  it('are settings of another kind, and embeddings of another text', () => {
    const detail = 'is only for rules of the kind `semantic`';
    const rules = [
      { threshold: 0.5, verifier: 'none' },
      { kind: 'normalized', threshold: 0.5 },
      { kind: 'semantic', threshold: 0.5, verifier: 'none', endpoints: ['messages'] },
      { kind: 'semantic', endpoints: ['messages', 'embeddings'] },
      { endpoints: ['embeddings'] },
    ] as const;
    expect(findCacheFaults({ rules }, [])).toEqual([
      { path: ['cache', 'rules', 0, 'threshold'], detail },
      { path: ['cache', 'rules', 0, 'verifier'], detail },
      { path: ['cache', 'rules', 1, 'threshold'], detail },
      {
        path: ['cache', 'rules', 3, 'endpoints', 1],
        detail: 'cannot reuse the answer to another text: remove it from this rule',
      },
    ]);
  });

  it('are providers without embeddings, and too long a wait', () => {
    const at = ['cache', 'semantic', 'embeddings'];
    const providers = [
      { name: 'a', wire: 'anthropic', models: ['*'] },
      { name: 'o', wire: 'openai', models: ['e-*'] },
      undefined,
    ] as const;
    const faultsOf = (provider?: string, model?: string): unknown =>
      findCacheFaults(
        {
          semantic: {
            embeddings: { ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) },
          },
        },
        providers,
      );
    expect(faultsOf('o', 'e-1')).toEqual([]);
    expect(faultsOf('x', 'e-1')).toEqual([
      { path: [...at, 'provider'], detail: 'is not the name of a provider in `providers`' },
    ]);
    const detail = 'is not an embedding model of that provider: see its `wire` and `models`';
    for (const [provider, model] of [
      ['a', 'e-1'],
      ['o', 'f'],
    ] as const)
      expect(faultsOf(provider, model)).toEqual([{ path: [...at, 'model'], detail }]);
    expect([faultsOf('o'), faultsOf(undefined, 'f'), faultsOf()]).toEqual([[], [], []]);
    expect(findCacheFaults({ semantic: { embeddings: { provider: 'h', model: 'e' } } }, [{ name: 'h' }])).toEqual([]);
    const timeout = { path: ['cache', 'semantic', 'timeout'], detail: 'must be more than 0 and at most 10s' };
    expect(findCacheFaults({ semantic: { timeout: 0 } }, [])).toEqual([timeout]);
    expect(findCacheFaults({ semantic: { timeout: '10s1ms' } }, [])).toEqual([timeout]);
    expect(findCacheFaults({ semantic: { timeout: '10s' } }, [])).toEqual([]);
  });

  it('are missing judges', () => {
    const providers = [
      { name: 'a', wire: 'anthropic', models: ['claude-*'] },
      { name: 'o', wire: 'openai', models: ['gpt-5'] },
    ] as const;
    const faultsOf = (provider: string, model: string): unknown =>
      findCacheFaults(
        { semantic: { judge: { provider, model } }, rules: [{ kind: 'semantic', verifier: 'judge' }] },
        providers,
      );
    expect([faultsOf('a', 'claude-x'), faultsOf('o', 'gpt-5')]).toEqual([[], []]);
    expect(faultsOf('a', 'gpt-5')).toEqual([
      { path: ['cache', 'semantic', 'judge', 'model'], detail: 'is not a model of that provider: see its `models`' },
    ]);
    expect(faultsOf('x', 'gpt-5')).toEqual([
      { path: ['cache', 'semantic', 'judge', 'provider'], detail: 'is not the name of a provider in `providers`' },
    ]);
    expect(findCacheFaults({ rules: [{ kind: 'semantic', verifier: 'judge' }] }, providers)).toEqual([
      { path: ['cache', 'rules', 0, 'verifier'], detail: 'needs `cache.semantic.judge`: set it' },
    ]);
  });

  it('include a warning if nothing is ever embedded', () => {
    const semantic = { embeddings: { provider: 'o', model: 'e' } };
    expect(findCacheWarnings({ enabled: true, semantic })).toEqual([
      { path: ['cache', 'semantic', 'embeddings'], detail: 'is never used, because no rule has the kind `semantic`' },
    ]);
    expect(findCacheWarnings({ enabled: true, semantic, rules: [{ kind: 'semantic' }] })).toEqual([]);
  });

  it('include a warning if a rule is never used', () => {
    const all = { models: ['a', '*'] };
    const never = 'is never used, because an earlier rule matches every call';
    const rules = [{ models: ['a'] }, { endpoints: [] }, { step_classes: [] }, undefined, all, {}, { models: ['a'] }];
    expect(findCacheWarnings({ enabled: true, rules })).toEqual([
      { path: ['cache', 'rules', 5], detail: never },
      { path: ['cache', 'rules', 6], detail: never },
    ]);
    expect(findCacheWarnings({ enabled: true, rules: [{ models: ['a'] }, {}] })).toEqual([]);
    expect(findCacheWarnings({})).toEqual([]);
  });

  it('include a warning if the cache is off', () => {
    expect(findCacheWarnings({ rules: [{}] })).toEqual([
      { path: ['cache', 'rules'], detail: 'have no effect while `cache.enabled` is not true' },
    ]);
  });
});

describe('the key of a scope', () => {
  const leaf = {
    ...{ organizationId: 'org_1', workspaceId: 't_1', applicationId: 'app_1' },
    ...{ gatewayId: 'gw_1', environmentId: 'env_1' },
  };

  it.each([
    ['organization', 'organization:org_1'],
    ['team', 'team:env_1:a'],
    ['key', 'key:kid_1'],
  ] as const)('%s is %s', (scope, key) => {
    expect(scopeKeyOf(scope, { keyId: 'kid_1', owner: 'a', leaf })).toBe(key);
  });
});
