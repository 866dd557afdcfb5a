import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { createInsightReader } from '../../../analytics/insight/insight-reader.ts';
import type { InsightAnswer } from '../../../contracts/insight/answer/insight-answer.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { receiveEvents } from '../../../contracts/ingest/received/receive-events.ts';
import { createIngestStateStore } from '../../../store/ingest/ingest-state-store.ts';
import { readScope } from '../../../testing/insight/question.ts';
import { createIngestWorld, type IngestWorld } from '../ingest/support/ingest-world.ts';

let world: IngestWorld;
const NOW = new Date('2026-03-05T00:00:00.000Z');

beforeAll(async () => {
  world = await createIngestWorld();
  await world.pool.query("INSERT INTO environments VALUES ('env_other', 'gw_here', 'Other', $1)", [NOW]);
});
afterAll(() => world.drop());

const admission = (admittedAt: string, more: object = {}): object => ({
  event: 'request_admitted',
  schema: 1,
  purpose: 'application',
  logical_request_id: `r ${admittedAt}`,
  admitted_at: admittedAt,
  streaming: false,
  ...more,
});

/** Sends events with a credential, and loads them as one batch. */
async function send(name: string, environmentId: string, events: readonly object[]): Promise<void> {
  const { organization_id: organizationId, workspace_id: workspaceId } = world.scope;
  const { application_id: applicationId, gateway_id: gatewayId } = world.scope;
  const environment = { organizationId, workspaceId, applicationId, gatewayId, environmentId };
  const reception = {
    environment,
    receivedAt: NOW,
    wanted: { request: false, response: false },
    takesStatedCosts: false,
  };
  const items = events.map((event, index) => ({ index, events: [event] }));
  const { lines } = await receiveEvents(items, reception);
  const path = join(world.folder, name);
  writeFileSync(path, lines.join('\n'));
  await importFile(world.ports, { path, holder: name, onProgress: () => undefined, onWaiting: () => undefined });
}

/** The completion rate in the first half of 2010, by month. */
async function ask(environmentId: string): Promise<InsightAnswer> {
  const scope = readScope({ organizationId: 'org_here', workspaceId: 't_here', environmentIds: [environmentId] });
  const reader = createInsightReader({
    clickhouse: world.clickhouse,
    ingestState: createIngestStateStore(world.pool),
    sealKey: 'a key of at least thirty-two characters',
    clock: { now: () => NOW },
    indexBehindSeconds: 1e9,
  });
  const query: InsightQuery = {
    schema: 1,
    shape: 'series',
    scope: {},
    from: '2010-01-01T00:00:00Z',
    to: '2010-07-01T00:00:00Z',
    grain: 'month',
    metrics: ['completion_rate.v1'],
  };
  return (await reader.answer({ scope, query })).answer;
}

/** The states of the months. */
async function months(environmentId: string): Promise<(string | undefined)[]> {
  const answer = await ask(environmentId);
  return (answer.groups ?? []).map(({ cells: [cell] }) =>
    cell?.value.state === 'unavailable' ? cell.value.reason : cell?.value.state,
  );
}

it('makes only figures of its month and environment unknown, until it arrives corrected', async () => {
  const [january, march, june] = ['2010-01-10T00:00:00.000Z', '2010-03-10T00:00:00.000Z', '2010-06-10T00:00:00.000Z'];
  // If the placeholder quotes it, this is half a surrogate pair after an escaped backslash.
  const refused = { team_id: 'x\ud83d', surprise: '\\ud83d' };
  await send('refused', 'env_here', [admission(january), admission(march, refused), admission(june)]);
  await send('other', 'env_other', [admission('2010-03-11T00:00:00.000Z')]);
  const nobody = 'denominator_zero';
  expect(await months('env_here')).toEqual(['available', nobody, 'coverage_unknown', nobody, nobody, 'available']);
  expect(await months('env_other')).toEqual([nobody, nobody, 'available', nobody, nobody, nobody]);
  expect((await ask('env_here')).missing).toEqual({
    times: '1',
    lines: '1',
    listed: [
      {
        producer_class: 'gateway_journal',
        environment_id: 'env_here',
        from: march,
        to: '2010-03-10T00:00:00.001Z',
        cause: 'refused',
        reasons: ['wrong_shape'],
        lines: '1',
      },
    ],
  });
  expect((await ask('env_other')).missing).toBeUndefined();
  await send('corrected', 'env_here', [admission(march, { team_id: 'x\ud83d' })]);
  expect(await months('env_here')).toEqual(['available', nobody, 'available', nobody, nobody, 'available']);
  expect((await ask('env_here')).missing).toBeUndefined();
});
