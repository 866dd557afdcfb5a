import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GovernanceRefusals } from '../../../contracts/gateway/refusals/governance-refusal.ts';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import type { LineWriter } from '../../../journal/source/journal.ts';
import { createManagementTokenStore } from '../../../store/management/management-token-store.ts';
import { openGatewayWorld, WORLD_NOW, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';
import { startApiProcess, type ApiProcess } from '../../../testing/processes/api-process.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import { indexJournal } from '../ingest/support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 1_000, messages: [{ content: '12345678' }] };
const ANSWER = { model: 'claude-haiku-4-5', content: [], usage: { input_tokens: 1, output_tokens: 1 } };

let world: IngestWorld;
let journal: LineWriter;
let gateway: GatewayWorld;
let api: ApiProcess;
let management: string;
let token: string;

beforeAll(async () => {
  world = await createIngestWorld();
  journal = openFileJournal(world.folder).openWriter({ writerId: 'gateway-1' });
  gateway = await openGatewayWorld({
    provider: answering,
    writer: journal,
    governance: {
      limits: [
        { id: 'one-a-day', node: 'team:search', requests: 1, per: 'day' },
        { id: 'small-budget', node: 'team:chat', budget_usd: 0.005, per: 'month' },
      ],
    },
  });
  const [port = 0] = await freePorts(1);
  management = `http://127.0.0.1:${port}`;
  api = await startApiProcess(world.databaseUrl, world.clickhouseUrl, { TRUETALLY_MANAGEMENT_PORT: String(port) });
  const tokens = createManagementTokenStore(world.pool, { now: () => new Date() });
  const made = { label: 'ci', role: 'viewer', scopes: ['analytics:read'], expiresAt: undefined } as const;
  ({ token } = await tokens.make(made));
});
afterAll(async () => {
  api.kill('SIGKILL');
  await gateway.close();
  await journal.close();
  await world.drop();
});

function answering(request: IncomingMessage, response: ServerResponse): void {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ANSWER));
  });
}

/** The limit of an error in the body of an answer. */
interface LimitInBody {
  readonly id: string;
  readonly limit: number;
  readonly observed: number;
  readonly bound: number;
  readonly resets_at: string;
}

/** The status of a call, and the limit that its answer names. */
async function call(key: string): Promise<readonly [status: number, limit: LimitInBody | undefined]> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${gateway.origin}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(ASK) });
  const { error } = (await answer.json()) as { error?: { refused_by_limit?: LimitInBody } };
  return [answer.status, error?.refused_by_limit];
}

async function refusals(query = ''): Promise<GovernanceRefusals['refusals']> {
  const url = `${management}/tt/api/v1/governance/refusals${query}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as GovernanceRefusals).refusals;
}

/** The limit of an answer as the list shows it: with decimal texts. */
function shown({ limit, observed, bound, ...named }: LimitInBody): object {
  return { ...named, limit: String(limit), observed: String(observed), bound: String(bound) };
}

it('the limit that refused a call is read back with its amounts, from the journal and the facts', async () => {
  const { organization_id: organizationId, workspace_id: workspaceId, ...scope } = world.scope;
  const leaf = {
    ...{ organizationId, workspaceId, applicationId: scope.application_id, gatewayId: scope.gateway_id },
    environmentId: scope.environment_id,
  };
  const search = await gateway.mint({ owner: 'search', leaf });
  const chat = await gateway.mint({ owner: 'chat', leaf });
  const other = await gateway.mint({ owner: 'other', leaf, scopes: { endpoints: ['models'] } });
  // The list begins 24 hours ago.
  gateway.wait(Date.now() - WORLD_NOW.getTime() - 60_000);
  expect((await call(search))[0]).toBe(200);
  const [dayStatus, day] = await call(search);
  gateway.wait(1_000);
  const [budgetStatus, budget] = await call(chat);
  gateway.wait(1_000);
  expect([dayStatus, budgetStatus, await call(other)]).toEqual([429, 429, [403, undefined]]);
  expect(day).toMatchObject({ id: 'one-a-day', limit: 1, observed: 1 });
  expect(budget).toMatchObject({ id: 'small-budget', limit: 0.005, bound: 0.000_25 });

  expect(await indexJournal(world)).toMatchObject({ repeated: 0, quarantined: 0 });
  const listed = await refusals();
  expect(listed.map(({ code, refused_by_limit: limit, unavailable }) => [code, limit, unavailable])).toEqual([
    ['scope_violation', null, []],
    ['quota_cost_unfittable', shown(budget!), []],
    ['quota_exhausted', shown(day!), []],
  ]);
  expect((await refusals('?limit_id=one-a-day')).map(({ owner }) => owner)).toEqual(['search']);
  expect(await refusals('?limit_id=none')).toEqual([]);
});
