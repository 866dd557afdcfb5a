import { expect, it } from 'vitest';
import { governanceSettings } from '../../../../../domain/gateway/governance/limit.ts';
import {
  nodeCounterName,
  formerNodeCounterName,
  appliesToCaller,
  parseLimitNode,
} from '../../../../../domain/gateway/governance/limit-node.ts';

const CALLER = { keyIds: ['kid_0', 'kid_1'], owner: 'search', organizationId: 'org_1' };

it('is empty without a configuration', () => {
  expect(governanceSettings()).toEqual({
    limits: [],
    unpricedCallNanos: 1_000_000_000,
    assumedOutputTokens: undefined,
  });
});

it('counts money in nano-USD, exactly, and chunks in the unit of the limit', () => {
  const { limits, unpricedCallNanos } = governanceSettings({
    unpriced_call_usd: 0.1,
    limits: [
      { id: 'a', node: 'organization', budget_usd: 100.1, per: 'month', time_zone: 'Europe/Berlin' },
      { id: 'b', node: 'team:search', budget_usd: 0.3, per: 'day', chunk: 0.1 },
      { id: 'c', node: 'key:kid_1', requests_per_minute: 3, chunk: '34%', when_unreachable: 'fail_open' },
      { id: 'd', node: 'tag:stage=beta=2', concurrency: 7 },
      { id: 'e', node: 'organization', requests: 10, per: 'hour', chunk: '100%' },
      { id: 'f', node: 'organization', tokens: 1_000, per: 'week' },
    ],
  });
  expect(unpricedCallNanos).toBe(100_000_000);
  expect(limits).toEqual([
    {
      id: 'a',
      node: { kind: 'organization' },
      ...{
        unit: 'nano_usd',
        refusal: 'budget_exceeded',
        max: 100_100_000_000,
        chunk: 5_005_000_000,
        failsOpen: false,
      },
      window: { per: 'month', timeZone: 'Europe/Berlin' },
    },
    {
      id: 'b',
      node: { kind: 'team', owner: 'search' },
      ...{ unit: 'nano_usd', refusal: 'budget_exceeded', max: 300_000_000, chunk: 100_000_000, failsOpen: false },
      window: { per: 'day', timeZone: 'UTC' },
    },
    {
      id: 'c',
      node: { kind: 'key', keyId: 'kid_1' },
      ...{ unit: 'requests', refusal: 'rate_limited', max: 3, chunk: 2, failsOpen: true },
      window: { per: 'minute', timeZone: 'UTC' },
    },
    {
      id: 'd',
      node: { kind: 'tag', name: 'stage', value: 'beta=2' },
      ...{ unit: 'calls', refusal: 'concurrency_exceeded', max: 7, chunk: 1, failsOpen: false },
      window: undefined,
    },
    {
      id: 'e',
      node: { kind: 'organization' },
      ...{ unit: 'requests', refusal: 'quota_exhausted', max: 10, chunk: 10, failsOpen: false },
      window: { per: 'hour', timeZone: 'UTC' },
    },
    {
      id: 'f',
      node: { kind: 'organization' },
      ...{ unit: 'tokens', refusal: 'quota_exhausted', max: 1_000, chunk: 50, failsOpen: false },
      window: { per: 'week', timeZone: 'UTC' },
    },
  ]);
});

it.each([
  ['organization', true, 'organization:org_1'],
  ['team:search', true, 'team:org_1:search'],
  ['team:other', false, 'team:org_1:other'],
  ['key:kid_0', true, 'key:kid_0'],
  ['key:kid_1', true, 'key:kid_1'],
  ['key:kid_2', false, 'key:kid_2'],
  ['tag:stage=beta', false, 'tag:org_1:stage=beta'],
])('%s', (text, isOver, counted) => {
  const node = parseLimitNode(text);
  expect([appliesToCaller(node, CALLER), nodeCounterName(node, CALLER)]).toEqual([isOver, counted]);
});

it.each([
  ['organization', undefined],
  ['team:search', 'team:search'],
  ['key:kid_1', undefined],
  ['tag:stage=beta', 'tag:stage=beta'],
])('%s was counted for all organizations together as %s', (text, former) => {
  expect(formerNodeCounterName(parseLimitNode(text))).toBe(former);
});
