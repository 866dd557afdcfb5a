import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createVirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import { bundledProgram } from '../../testing/processes/bundled-programs.ts';
import { startProxyProcess } from '../../testing/processes/proxy-process.ts';
import type { SystemWorld } from '../../testing/processes/system-world.ts';
import { waitUntil } from '../../testing/wait-until.ts';

/** The maximum number of connections of one address. Only one condition exceeds it. */
const CONNECTIONS = 20;

/** The memory for bodies. Three concurrent bodies of a quarter of it exceed the share of a key. */
const ROOM_MIB = 32;

/** A gateway in front of a provider that a test can make fail. */
export interface AlertGateway {
  /**
   * Sends a call with the key of `spent` or `open`. `spent` may send one request a day. Each call of `open` needs an
   * exchange with Postgres.
   */
  ask(owner: 'spent' | 'open', words?: string): Promise<void>;
  failProvider(isFailing: boolean): Promise<void>;
  /**
   * Blocks as many calls as one address may have connections, and sends one more call. If `areHeld` is false, it only
   * ends the blocked calls.
   */
  holdConnections(areHeld: boolean): Promise<void>;
  /** Sends three concurrent bodies, which together exceed the memory that a key may use. */
  fillRoom(): Promise<void>;
  /**
   * Blocks or unblocks the start of the thread that reads large bodies. It has an effect only before the first start.
   */
  blockReading(isBlocked: boolean): Promise<void>;
  /** Sends a body that is so large that a thread reads it. */
  askLarge(): Promise<void>;
  /** Blocks or unblocks the storage of call content. */
  blockContent(isBlocked: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts the gateway over the engines of a world. */
export async function startAlertGateway(world: SystemWorld, pool: pg.Pool, metricsPort: number): Promise<AlertGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-alert-gateway-'));
  const content = join(folder, 'content');
  let isFailing = false;
  let isHolding = false;
  const held: ServerResponse[] = [];
  const provider = createServer((request, response) => {
    request.resume();
    if (isHolding) {
      held.push(response);
      return;
    }
    const answer = { model: 'm', choices: [{ message: { content: 'Hello.' } }], usage: { prompt_tokens: 1 } };
    response.writeHead(isFailing ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => provider.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const configuration = join(folder, 'tokentriage.yaml');
  writeFileSync(
    configuration,
    `providers: [{ name: tested, wire: openai, base_url: "${url}", models: ["*"] }]
cache: { enabled: true }
dashboard: { capture: { request: true, path: ${JSON.stringify(content)} } }
governance:
  limits:
    - { id: spent, node: "team:spent", requests: 1, per: day }
    - { id: open, node: "team:open", requests: 1000000, per: day, chunk: 1, when_unreachable: fail_open }
`,
  );
  const keys = createVirtualKeyStore(pool, { now: () => new Date() });
  const mint = async (owner: string): Promise<string> => {
    const { environmentId } = DEMO_TENANCY.environments.assistantProduction;
    const scopes = { models: [], providers: [], endpoints: [] };
    const key = { owner, label: 'alerts', environmentId, scopes, allowsPassthrough: false, expiresAt: undefined };
    return (await keys.mint(key)).token;
  };
  const tokens = { spent: await mint('spent'), open: await mint('open') };
  const gateway = await startProxyProcess({
    TRUETALLY_DATABASE_URL: world.databaseUrl,
    TRUETALLY_DATA: folder,
    TRUETALLY_CONFIG: configuration,
    TRUETALLY_METRICS_PORT: String(metricsPort),
    TRUETALLY_PROXY_CONNECTIONS_PER_ADDRESS: String(CONNECTIONS),
    TRUETALLY_PROXY_MOST_BODIES_MIB: String(ROOM_MIB),
    TRUETALLY_CONTENT_MOST_MIB: '16',
    TRUETALLY_CONTENT_LEAST_FREE_MIB: '1',
  });
  let calls = 0;
  const ask = async (owner: 'spent' | 'open', more = ''): Promise<void> => {
    calls += 1;
    await fetch(`${gateway.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[owner]}` },
      body: JSON.stringify({
        model: 'm',
        max_tokens: 1,
        messages: [{ role: 'user', content: `Call ${calls}${more}` }],
      }),
    }).then((answer) => answer.text());
  };
  return {
    ask,
    async holdConnections(areHeld) {
      isHolding = areHeld;
      for (const response of held.splice(0)) response.destroy();
      if (!areHeld) return;
      const waiting = Array.from({ length: CONNECTIONS }, () => ask('open').catch(() => undefined));
      await waitUntil(() => Promise.resolve(held.length === CONNECTIONS), 30);
      await ask('open').catch(() => undefined);
      void Promise.all(waiting);
    },
    async fillRoom() {
      // A quarter of the memory; a key may use a third.
      const large = 'x'.repeat(ROOM_MIB * 262_144);
      await Promise.all([ask('open', large), ask('open', large), ask('open', large)]).catch(() => undefined);
    },
    blockReading(isBlocked) {
      const program = bundledProgram('proxy/body/read-in-thread.ts');
      const away = `${program}.away`;
      if (isBlocked) renameSync(program, away);
      else renameSync(away, program);
      return Promise.resolve();
    },
    askLarge: () => ask('open', 'x'.repeat(2_097_152)),
    failProvider(isToFail) {
      isFailing = isToFail;
      return Promise.resolve();
    },
    blockContent(isBlocked) {
      rmSync(content, { recursive: true, force: true });
      // The gateway cannot create a folder at the path of a file.
      if (isBlocked) writeFileSync(content, '');
      return Promise.resolve();
    },
    async close() {
      await gateway.end('SIGTERM');
      provider.close();
      provider.closeAllConnections();
      rmSync(folder, { recursive: true });
    },
  };
}
