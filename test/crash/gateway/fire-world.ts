import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVirtualKeyStore } from '../../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY } from '../../../store/tenancy/demo-tenancy.ts';
import { newWorkspace } from '../../../testing/scenarios/new-workspace.ts';
import type { Stage } from '../../../testing/scenarios/scenario.ts';

/**
 * Each key has the name of the reason for which it is refused. `open` is only under the limits that apply to all keys.
 */
export const KEY_NAMES = ['open', 'poor', 'hasty', 'counted', 'wordy', 'narrow'] as const;
export type KeyName = (typeof KEY_NAMES)[number];

export interface FireKey {
  readonly keyId: string;
  readonly token: string;
}

/** The world of the gateways under test. */
export interface FireWorld {
  readonly workspaceId: string;
  readonly keys: Readonly<Record<KeyName, FireKey>>;
  /** The amount of each limit in its unit, by its id. */
  readonly caps: ReadonlyMap<string, number>;
  /** The environment of each of our processes. */
  readonly env: Readonly<Record<string, string>>;
}

export const MODEL = 'gpt-5-mini';
/** A model that the key `narrow` does not permit. */
export const CLOSED_MODEL = 'gpt-5-nano';
/** The form of a limit in the configuration file. */
interface LimitDocument {
  readonly id: string;
  readonly node: string;
  readonly per?: string;
  readonly chunk?: string;
  readonly budget_usd?: number;
  readonly tokens?: number;
  readonly requests?: number;
  readonly requests_per_minute?: number;
  readonly concurrency?: number;
}

const OWNER = 'fire';
/**
 * The maximum number of concurrent calls of the organization. It is slightly higher than the number of callers, so that
 * calls that hang cause refusals.
 */
export const MAX_CONCURRENT_CALLERS = 24;

/** Creates a separate workspace, keys, and a configuration for the provider with a cache and limits of every kind. */
export async function openFireWorld(
  { world, pool }: Pick<Stage, 'world' | 'pool'>,
  providerUrl: string,
): Promise<FireWorld> {
  const { workspaceId, leaf } = await newWorkspace(pool, DEMO_TENANCY.organizationId);
  const store = createVirtualKeyStore(pool, { now: () => new Date() });
  const minted = KEY_NAMES.map(async (name): Promise<[KeyName, FireKey]> => {
    const scopes = { models: name === 'narrow' ? [MODEL] : [], providers: [], endpoints: [] };
    const { keyId, token } = await store.mint({
      ...{ owner: OWNER, label: name, environmentId: leaf.environmentId, scopes },
      ...{ allowsPassthrough: false, expiresAt: undefined },
    });
    return [name, { keyId, token }];
  });
  const keys = Object.fromEntries(await Promise.all(minted)) as Record<KeyName, FireKey>;
  const of = (name: KeyName): string => `key:${keys[name].keyId}`;
  const limits: LimitDocument[] = [
    { id: 'all-month', node: 'organization', budget_usd: 3, per: 'month', chunk: '1%' },
    { id: 'all-rate', node: 'organization', requests_per_minute: 6_000 },
    { id: 'all-slots', node: 'organization', concurrency: MAX_CONCURRENT_CALLERS },
    { id: 'team-day', node: `team:${OWNER}`, budget_usd: 2, per: 'day' },
    { id: 'poor-month', node: of('poor'), budget_usd: 0.03, per: 'month' },
    { id: 'hasty-rate', node: of('hasty'), requests_per_minute: 120 },
    { id: 'counted-month', node: of('counted'), requests: 400, per: 'month' },
    { id: 'wordy-month', node: of('wordy'), tokens: 60_000, per: 'month' },
  ];
  const configuration = join(dirname(world.journalFolder), 'fire.yaml');
  const provider = { name: 'openai', wire: 'openai', base_url: providerUrl, models: ['gpt-*'], priced_as: 'openai' };
  const cache = { enabled: true, rules: [{ id: 'kept', models: [MODEL], step_classes: ['tool_loop'] }] };
  // JSON is YAML.
  writeFileSync(configuration, JSON.stringify({ providers: [provider], cache, governance: { limits } }));
  const env = { TRUETALLY_CONFIG: configuration, TRUETALLY_JOURNAL_LEAST_FREE_MIB: '1' };
  const caps = limits.map(({ id, budget_usd: budget, tokens, requests, ...rates }): [string, number] => [
    id,
    budget === undefined ? (tokens ?? requests ?? rates.requests_per_minute ?? Infinity) : budget * 1e9,
  ]);
  return { workspaceId, keys, env, caps: new Map(caps) };
}
