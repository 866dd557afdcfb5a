import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createVirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY, ensureDemoTenancy } from '../../store/tenancy/demo-tenancy.ts';
import { createTestDatabase, type TestDatabase } from '../engines/database.ts';
import type { ProxyProcess } from '../processes/proxy-process.ts';

/** The usage of a call as the provider states it. */
export interface ProviderUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** The requests of a test, and the usage that the provider states for them. */
export interface LimitedCalls {
  readonly content: string;
  /** The usage of all calls, or a function of the body that the provider received. */
  readonly usage: ProviderUsage | ((body: string) => ProviderUsage);
}

/** The maximum number of output tokens. */
export const MAX_ANSWERED = 60;
const USUAL: LimitedCalls = { content: 'x'.repeat(400), usage: { prompt_tokens: 100, completion_tokens: 50 } };

/**
 * The cost of each usual call in nano-USD: 100 input tokens at 0.25 USD per million, and 50 output tokens at 2 USD per
 * million.
 */
export const CALL_COST_NANOS = 125_000;
/**
 * The reservation for a usual call in nano-USD: 530 bytes with 8 values count as 216 tokens, and the answer may have
 * 60.
 */
export const CALL_RESERVATION_NANOS = 174_000;

export interface KeyFixture {
  readonly keyId: string;
  readonly owner: string;
  readonly token: string;
}

/** The answer to a call. */
export interface LimitedAnswer {
  readonly status: number;
  /** The type of a refusal. */
  readonly type: string;
  readonly coordination: string | null;
}

/** Everything that gateway processes need to apply limits: a provider, keys, a database and a configuration file. */
export interface LimitedWorld {
  readonly folder: string;
  readonly database: TestDatabase;
  readonly keys: readonly KeyFixture[];
  /** The environment of a gateway process. */
  readonly env: Record<string, string>;
  /** The number of calls that the provider answered, by the key of their caller. */
  readonly billed: ReadonlyMap<string, number>;
  /** The maximum number of concurrent calls at the provider. */
  readonly maxAtOnce: () => number;
  /** The cost of those calls by the provider's statement, in nano-USD. */
  readonly spent: () => number;
  /**
   * Sends a call; resolves to undefined if the process has ended.
   *
   * @param body the replacement of the usual body, with the key as `user`
   */
  call(proxy: ProxyProcess, key: KeyFixture, body?: string): Promise<LimitedAnswer | undefined>;
  close(): Promise<void>;
}

/**
 * Opens a world with limits.
 *
 * @param owners the owners; each owner gets one key
 * @param limitsOver the lines of `governance.limits`
 */
export async function openLimitedWorld(
  databaseUrl: string,
  owners: readonly string[],
  limitsOver: (keys: readonly KeyFixture[]) => readonly string[],
  { content, usage }: LimitedCalls = USUAL,
): Promise<LimitedWorld> {
  const clock = { now: () => new Date() };
  const folder = mkdtempSync(join(tmpdir(), 'truetally-limits-'));
  const billed = new Map<string, number>();
  let spent = 0;
  let atOnce = 0;
  let maxAtOnce = 0;
  /** Answers after a varying delay, so that calls are in flight when a process is killed. */
  const answer = async (request: IncomingMessage): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { user } = JSON.parse(body) as { user: string };
    const calls = billed.get(user) ?? 0;
    billed.set(user, calls + 1);
    const used = typeof usage === 'function' ? usage(body) : usage;
    spent += used.prompt_tokens * 250 + used.completion_tokens * 2_000;
    await delay(5 + (calls % 20));
    return JSON.stringify({ model: 'gpt-5-mini', usage: used });
  };
  const provider = createServer((request, response) => {
    atOnce += 1;
    maxAtOnce = Math.max(maxAtOnce, atOnce);
    response.once('close', () => (atOnce -= 1));
    answer(request).then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      // The caller's process was killed.
      () => response.destroy(),
    );
  });
  const database = await createTestDatabase(databaseUrl);
  await ensureDemoTenancy(database.pool, clock, undefined);
  const store = createVirtualKeyStore(database.pool, clock);
  const keys: KeyFixture[] = [];
  for (const owner of owners) {
    const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
    const scopes = { models: [], providers: [], endpoints: [] };
    const { keyId, token } = await store.mint({
      ...{ owner, label: 'limits', environmentId, scopes, allowsPassthrough: false, expiresAt: undefined },
    });
    keys.push({ owner, keyId, token });
  }
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const configuration = join(folder, 'tokentriage.yaml');
  const limits = limitsOver(keys).map((limit) => `    - ${limit}\n`);
  writeFileSync(
    configuration,
    `providers: [{ name: openai, wire: openai, base_url: "${url}", models: ["gpt-*"], priced_as: openai }]
governance:
  limits:
${limits.join('')}`,
  );
  return {
    ...{ folder, database, keys, billed },
    env: { TRUETALLY_DATABASE_URL: database.url, TRUETALLY_DATA: folder, TRUETALLY_CONFIG: configuration },
    maxAtOnce: () => maxAtOnce,
    spent: () => spent,

    async call(proxy, { keyId, token }, body = usualBody(keyId, content)) {
      try {
        const reply = await fetch(`${proxy.origin}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body,
        });
        await reply.text();
        const { status, headers } = reply;
        return {
          status,
          type: headers.get('x-tt-refusal-type') ?? '',
          coordination: headers.get('x-tt-coordination'),
        };
      } catch {
        return undefined;
      }
    },

    async close() {
      provider.close();
      provider.closeAllConnections();
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

function usualBody(keyId: string, content: string): string {
  return JSON.stringify({
    ...{ model: 'gpt-5-mini', user: keyId, max_completion_tokens: MAX_ANSWERED },
    messages: [{ role: 'user', content }],
  });
}
