import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFile, type ImportOutcome } from '../../../analytics/indexer/import-file.ts';
import { createIngestWorld, requestEvents, type IngestWorld } from './support/ingest-world.ts';

describe('a log that has grown since it was imported', () => {
  let world: IngestWorld;
  beforeEach(async () => {
    world = await createIngestWorld();
  });
  afterEach(() => world.drop());

  const importText = async (name: string, text: string): Promise<ImportOutcome> => {
    const path = join(world.folder, name);
    writeFileSync(path, text);
    return importFile(world.ports, { path, holder: name, onProgress: () => undefined, onWaiting: () => undefined });
  };
  /** The three lines of one request, each with its newline. */
  const linesOf = (number: number): string =>
    requestEvents(world.scope, number)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join('');
  const rows = (count: number) => ({ request_admissions_v1: count, attempts_v1: count, cost_effects_v1: count });

  it('adds the new lines', async () => {
    await importText('monday', linesOf(1));
    await importText('tuesday', linesOf(1) + linesOf(2));
    const outcome = await importText('wednesday', linesOf(1) + linesOf(2) + linesOf(3));
    expect(outcome).toMatchObject({ changed: true, lines: 3, known: 6n });
    expect(outcome.totals.events).toEqual({ request_admitted: 1, attempt: 1, cost_effect: 1 });
    expect(await world.rowCounts()).toEqual(rows(3));
  });

  it('changes nothing if one of its states is imported again', async () => {
    await importText('first', linesOf(1));
    await importText('second', linesOf(1) + linesOf(2));
    expect(await importText('again', linesOf(1) + linesOf(2))).toMatchObject({ changed: false, lines: 0 });
    expect(await importText('earlier', linesOf(1))).toMatchObject({ changed: false, lines: 0 });
    expect(await world.rowCounts()).toEqual(rows(2));
  });

  it('reads a last line again that was incomplete', async () => {
    const whole = linesOf(1) + linesOf(2);
    const torn = await importText('torn', whole.slice(0, -20));
    expect(torn.totals.quarantined).toBe(1);
    const outcome = await importText('whole', whole);
    expect(outcome).toMatchObject({ lines: 1, known: 5n });
    expect(await world.rowCounts()).toEqual(rows(2));
  });

  it('does not read a last line again that lacked only its newline', async () => {
    await importText('first', linesOf(1).trimEnd());
    expect(await importText('second', linesOf(1) + linesOf(2))).toMatchObject({ lines: 3, known: 3n });
    expect(await world.rowCounts()).toEqual(rows(2));
  });

  it('is another log if an earlier line has changed', async () => {
    await importText('first', linesOf(1));
    expect(await importText('other', linesOf(3) + linesOf(2))).toMatchObject({ lines: 6, known: 0n });
    expect(await world.rowCounts()).toEqual(rows(3));
  });
});
