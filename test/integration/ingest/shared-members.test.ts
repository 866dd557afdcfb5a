import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceToEnd } from '../../../analytics/indexer/advance-source.ts';
import { importFile } from '../../../analytics/indexer/import-file.ts';
import { inspectFile } from '../../../analytics/indexer/inspect-file.ts';
import type { TrafficEvent } from '../../../contracts/ingest/traffic-event.ts';
import { openJournalFolder } from '../../../journal/journal-folder.ts';
import { joinEvents } from '../../../journal/shared-members.ts';
import { indexJournal } from './support/index-journal.ts';
import { createIngestPlace, requestEvents, type IngestPlace } from './support/ingest-place.ts';

const SHARED = ['schema', 'scope', 'purpose', 'logical_request_id'];

let place: IngestPlace;
beforeAll(async () => {
  place = await createIngestPlace();
});
afterAll(() => place.drop());

/** Events of one request in one line. */
function together(events: readonly TrafficEvent[]): string {
  const part = (event: TrafficEvent, isShared: boolean): string =>
    JSON.stringify(
      Object.fromEntries(Object.entries(event).filter(([name]) => SHARED.includes(name) === isShared)),
    ).slice(1, -1);
  return joinEvents(
    part(events[0]!, true),
    events.map((event) => part(event, false)),
  );
}

function write(name: string, lines: readonly string[]): string {
  const path = join(place.folder, name);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

it('is loaded as if each event had a line of its own, and told apart from nothing that says the same', async () => {
  const requests = [0, 1, 2].map((number) => requestEvents(place.scope, number));
  const [first = [], second = [], third = []] = requests;
  const stranger = second.map((event) => ({ ...event, scope: { ...place.scope, environment_id: 'env_nowhere' } }));
  write('gateway-1.00000001.0123abcd.jsonl', [
    together(first),
    together(stranger),
    ...third.map((event) => JSON.stringify(event)),
    together(third),
  ]);
  expect(await indexJournal(place)).toEqual({ segments: 1, lines: 12, repeated: 3, quarantined: 3 });
  const rows = { request_admissions_v1: 2, attempts_v1: 2, cost_effects_v1: 2 };
  expect(await place.rowCounts()).toEqual(rows);
  const { rows: aside } = await place.pool.query<{ line_index: number | null; reason: string | null }>(
    'SELECT line_index, reason FROM ingest_quarantine ORDER BY line_index',
  );
  expect(aside).toEqual([3, 4, 5].map((line_index) => ({ line_index, reason: 'unknown_scope' })));

  // A plan that was committed and not loaded is carried out as it was made.
  await place.pool.query('UPDATE ingest_batches SET loaded_at = NULL');
  const [source] = await openJournalFolder(place.folder).sources();
  const lease = await place.ports.sources.lease(source!, 'test');
  const steps = [];
  for await (const step of advanceToEnd(place.ports, source!, 'test', lease!.nextOffset)) steps.push(step);
  expect(steps).toMatchObject([{ lines: 12, repeated: 3, quarantined: 3 }]);
  expect(await place.rowCounts()).toEqual(rows);
});

it('is imported from a file as well, and looked into before', async () => {
  const path = write('copy of a segment', [together(requestEvents(place.scope, 3))]);
  const events = { request_admitted: 1, attempt: 1, cost_effect: 1 };
  expect(await inspectFile(path, place.ports.scopes)).toMatchObject({ events, quarantined: 0 });
  const progress = { onProgress: () => undefined, onWaiting: () => undefined };
  const { totals } = await importFile(place.ports, { path, holder: 'test', ...progress });
  expect(totals).toMatchObject({ events, repeated: 0, quarantined: 0 });
});
