import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { missingSources } from '../../../../analytics/indexer/missing-sources.ts';
import { importedFileId, hashFile } from '../../../../journal/files/imported-file.ts';
import { storeImportCopy, importCopiesFolder, openStoredImport } from '../../../../journal/files/kept-imports.ts';
import { openFileJournal } from '../../../../journal/files/open-file-journal.ts';
import type { PlannedSource } from '../../../../store/ingest/ingest-reload-store.ts';

const made: string[] = [];
let folder: string;
let path: string;
let id: string;
let copies: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-kept-'));
  made.push(folder);
  path = join(folder, 'log.jsonl');
  writeFileSync(path, 'one\ntwo\nthree');
  id = importedFileId(await hashFile(path));
  copies = importCopiesFolder(join(folder, 'journal'));
});
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true });
});

const keep = (): Promise<number> => storeImportCopy(path, id.slice('file:'.length), copies);

describe('a stored import', () => {
  it('returns its lines although the file was deleted, and leaves no unpacked files', async () => {
    const bytes = await keep();
    expect(await keep()).toBe(bytes);
    rmSync(path);
    const file = await openStoredImport(id, path, copies);
    expect(readdirSync(copies)).toEqual([`${id.slice('file:'.length)}.jsonl.gz`]);
    expect((await file.readAgain(1n, 3n)).lines).toEqual(['two', 'three']);
    await file.close();
  });

  it('differs from the current content of another file', async () => {
    writeFileSync(path, 'something else');
    await expect(openStoredImport(id, path, copies)).rejects.toThrow(
      'does not contain the content that was imported from it',
    );
    rmSync(path);
    await expect(openStoredImport(id, path, copies)).rejects.toThrow('no copy of it was stored');
  });
});

describe('sources that cannot be read again', () => {
  const SEGMENT = 'gateway.00000001.0123abcd.jsonl';
  const source = (over: Partial<PlannedSource>): PlannedSource => ({
    id: `journal:${SEGMENT}`,
    kind: 'journal',
    location: '/elsewhere/before/the/restore',
    plannedFrom: 0n,
    plannedTo: 4n,
    ...over,
  });
  const faults = async (one: PlannedSource): Promise<string[]> => {
    const journal = openFileJournal(folder);
    const places = {
      journal,
      importsFolder: importCopiesFolder(folder),
      controlPlane: { end: () => Promise.resolve(2n) },
    };
    return (await missingSources([one], places)).map(({ fault }) => fault);
  };

  it('are missing or shortened segments', async () => {
    expect(await faults(source({}))).toEqual([`${join(folder, SEGMENT)} is not there.`]);
    writeFileSync(join(folder, SEGMENT), 'abc');
    expect(await faults(source({}))).toEqual([`${join(folder, SEGMENT)} has 3 bytes of the 4 that were read of it.`]);
    writeFileSync(join(folder, SEGMENT), 'abcde');
    expect(await faults(source({}))).toEqual([]);
  });

  it('are files without an original and a copy', async () => {
    const file = source({ id, kind: 'file', location: path });
    expect(await faults(file)).toEqual([]);
    rmSync(path);
    expect(await faults(file)).toEqual([
      expect.stringContaining('Import the same content again with `npm run import -- <file>`.'),
    ]);
  });

  it('are events that Postgres no longer has', async () => {
    const outbox = source({ id: 'outbox:control_plane', kind: 'outbox' });
    expect(await faults({ ...outbox, plannedTo: 2n })).toEqual([]);
    expect(await faults(outbox)).toEqual(['Postgres stores 2 of the 4 events that were read.']);
  });
});
