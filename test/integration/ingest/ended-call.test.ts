import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { advanceToEnd } from '../../../analytics/indexer/advance-source.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { inspectFile } from '../../../analytics/indexer/reading/inspect-file.ts';
import { splitEvents } from '../../../contracts/ingest/calls/ended-call.ts';
import { openJournalFolder } from '../../../journal/files/journal-folder.ts';
import type { CalledProvider } from '../../../contracts/ingest/calls/write-ended-call.ts';
import { admissionLine, endingLine } from '../../../proxy/decision-log/decision-lines.ts';
import { indexJournal } from './support/index-journal.ts';
import { createIngestWorld, type IngestWorld } from './support/ingest-world.ts';

let world: IngestWorld;
beforeEach(async () => {
  world = await createIngestWorld();
});
afterEach(() => world.drop());

/** The two lines of a gateway call. */
function rowOf(number: number, environmentId = world.scope.environment_id): string[] {
  const { organization_id: organizationId, workspace_id: workspaceId, ...scope } = world.scope;
  const leaf = { organizationId, workspaceId, applicationId: scope.application_id, gatewayId: scope.gateway_id };
  const call = {
    ...{ requestId: `greq_${number}`, traceId: undefined, streaming: false, bytes: 9, annotations: {} },
    key: { keyId: 'kid_1', owner: 'team', leaf: { ...leaf, environmentId }, rotations: ['kid_1'] },
    admittedAt: new Date(),
  };
  const attempt: CalledProvider = {
    ...{ provider: 'openai', model: 'gpt-5-mini', asked: 'gpt-5-mini', dispatchedMs: 1, outputState: 'complete' },
    ...{ units: { input_tokens: 5, output_tokens: 7 }, isEstimate: false },
    price: { state: 'priced', nanos: '12', revision: 'r1' },
  };
  return [admissionLine(call), endingLine(call, { status: 'succeeded', totalMs: 9, attempt })];
}

function write(name: string, lines: readonly string[]): string {
  const path = join(world.folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

it('is loaded as if each event had a separate line, and equals its repetitions', async () => {
  const again = rowOf(2);
  write('gateway-1.00000001.0123abcd.jsonl', [
    ...rowOf(0),
    ...rowOf(1, 'env_nowhere'),
    ...again.flatMap(splitEvents),
    ...again,
  ]);
  expect(await indexJournal(world)).toEqual({ segments: 1, lines: 16, repeated: 4, quarantined: 4 });
  const rows = { request_admissions_v1: 2, attempts_v1: 2, cost_effects_v1: 2, request_terminals_v1: 2 };
  expect(await world.rowCounts()).toEqual(rows);
  const { rows: aside } = await world.pool.query<{ line_index: number | null; reason: string | null }>(
    'SELECT line_index, reason FROM ingest_quarantine ORDER BY line_index',
  );
  expect(aside).toEqual([4, 5, 6, 7].map((line_index) => ({ line_index, reason: 'unknown_scope' })));

  // A committed plan that was not loaded is carried out unchanged.
  await world.pool.query('UPDATE ingest_batches SET loaded_at = NULL');
  const [source] = await openJournalFolder(world.folder).sources();
  const lease = await world.ports.sources.lease(source!, 'test');
  const steps = [];
  for await (const step of advanceToEnd(world.ports, source!, 'test', lease!.nextOffset)) steps.push(step);
  expect(steps).toMatchObject([{ lines: 16, repeated: 4, quarantined: 4 }]);
  expect(await world.rowCounts()).toEqual(rows);
});

it('can also be imported from a file, and inspected before', async () => {
  const path = write('copy of a segment', rowOf(3));
  const events = { request_admitted: 1, attempt: 1, cost_effect: 1, request_terminal: 1 };
  expect(await inspectFile(path, world.ports.scopes)).toMatchObject({ events, quarantined: 0 });
  const progress = { onProgress: () => undefined, onWaiting: () => undefined };
  const { totals } = await importFile(world.ports, { path, holder: 'test', ...progress });
  expect(totals).toMatchObject({ events, repeated: 0, quarantined: 0 });
});
