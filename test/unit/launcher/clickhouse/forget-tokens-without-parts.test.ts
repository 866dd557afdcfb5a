import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { forgetTokensWithoutParts } from '../../../../launcher/clickhouse/forget-tokens-without-parts.ts';
import type { EngineConnection } from '../../../../launcher/clickhouse/native-engine.ts';

const FACTS = '635d9dce-81ef-4f82-896b-cd9a2b730b80';
const DAYS = '7d1fcf39-8cc8-4c34-989f-db38e757ffaf';
const KEPT = '1\t202512_1_1_0\t202512_10_11\n';
const LOST = '1\t202512_2_2_0\t202512_20_21\n';
const DROPPED = '2\t202512_2_2_0\t202512_20_21\n';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const tableFolder = (uuid: string): string => join(folder, 'store', uuid.slice(0, 3), uuid);
const logFile = (uuid: string, number: number): string =>
  join(tableFolder(uuid), 'deduplication_logs', `deduplication_log_${number}.txt`);
const readLog = (uuid: string, number: number): string => readFileSync(logFile(uuid, number), 'utf8');

function makeTable(uuid: string, parts: readonly string[], logs: Readonly<Record<number, string>>): void {
  for (const name of ['deduplication_logs', 'detached', ...parts]) {
    mkdirSync(join(tableFolder(uuid), name), { recursive: true });
  }
  for (const [number, text] of Object.entries(logs)) writeFileSync(logFile(uuid, Number(number)), text);
}

/** An engine that stores tables by their ids. It records its statements together with the log at that moment. */
function engineWith(tables: Readonly<Record<string, readonly [database: string, name: string]>>): {
  readonly connection: EngineConnection;
  readonly statements: string[];
} {
  const statements: string[] = [];
  const run: EngineConnection['run'] = (sql) => {
    const found = Object.entries(tables).find(([uuid]) => sql.endsWith(`= '${uuid}'`));
    if (!sql.startsWith('SELECT')) statements.push(sql);
    const bytes = Buffer.from(found === undefined ? '' : `${JSON.stringify(found[1])}\n`);
    return Promise.resolve({ bytes, rowsRead: 0, bytesRead: 0, elapsedSeconds: 0 });
  };
  return { connection: { run, close: () => undefined }, statements };
}

const known = { [FACTS]: ['truetally', 'facts'], [DAYS]: ['truetally', 'odd`name'] } as const;

describe('forgetTokensWithoutParts', () => {
  it('drops the token with the table detached, and finds nothing the next time', async () => {
    makeTable(FACTS, ['202512_1_1_0'], { 1: KEPT + LOST });
    const { connection, statements } = engineWith(known);
    expect(await forgetTokensWithoutParts(folder, connection)).toEqual([
      { table: '`truetally`.`facts`', part: '202512_2_2_0' },
    ]);
    expect(readLog(FACTS, 1)).toBe(KEPT + LOST + DROPPED);
    expect(statements).toEqual(['DETACH TABLE `truetally`.`facts` SYNC', 'ATTACH TABLE `truetally`.`facts`']);
    expect(await forgetTokensWithoutParts(folder, connection)).toEqual([]);
    expect(readLog(FACTS, 1)).toBe(KEPT + LOST + DROPPED);
  });

  it('repairs every affected table and detaches no other', async () => {
    makeTable(FACTS, ['202512_1_2_1'], { 1: KEPT + LOST });
    makeTable(DAYS, ['202512_1_1_0'], { 1: KEPT + LOST });
    const { connection, statements } = engineWith(known);
    expect(await forgetTokensWithoutParts(folder, connection)).toEqual([
      { table: '`truetally`.`odd\\`name`', part: '202512_2_2_0' },
    ]);
    expect(readLog(FACTS, 1)).toBe(KEPT + LOST);
    expect(readLog(DAYS, 1)).toBe(KEPT + LOST + DROPPED);
    expect(statements).toEqual(['DETACH TABLE `truetally`.`odd\\`name` SYNC', 'ATTACH TABLE `truetally`.`odd\\`name`']);
  });

  it('reads the files of a log by their numbers, and writes to the newest', async () => {
    makeTable(FACTS, ['202512_1_1_0'], { 9: KEPT, 10: LOST, 11: '' });
    expect(await forgetTokensWithoutParts(folder, engineWith(known).connection)).toEqual([
      { table: '`truetally`.`facts`', part: '202512_2_2_0' },
    ]);
    expect([9, 10, 11].map((number) => readLog(FACTS, number))).toEqual([KEPT, LOST, DROPPED]);
    expect(await forgetTokensWithoutParts(folder, engineWith(known).connection)).toEqual([]);
  });

  it('reads back only to the file that adds the last token', async () => {
    makeTable(FACTS, ['202512_2_2_0'], { 1: KEPT, 2: LOST });
    expect(await forgetTokensWithoutParts(folder, engineWith(known).connection)).toEqual([]);
  });

  it('cuts an incomplete line off, and writes after the complete ones', async () => {
    makeTable(FACTS, ['202512_1_1_0'], { 1: `${KEPT}1\t202512_2_2_0\t2025` });
    makeTable(DAYS, ['202512_1_1_0'], { 1: `${KEPT}${LOST}1\t202512_2_2_` });
    expect(await forgetTokensWithoutParts(folder, engineWith(known).connection)).toEqual([
      { table: '`truetally`.`facts`', part: undefined },
      { table: '`truetally`.`odd\\`name`', part: '202512_2_2_0' },
    ]);
    expect(readLog(FACTS, 1)).toBe(KEPT);
    expect(readLog(DAYS, 1)).toBe(KEPT + LOST + DROPPED);
  });

  it('repairs the log of a table that the engine does not list, without a statement', async () => {
    makeTable(FACTS, [], { 1: LOST });
    const { connection, statements } = engineWith({});
    expect(await forgetTokensWithoutParts(folder, connection)).toEqual([
      { table: tableFolder(FACTS), part: '202512_2_2_0' },
    ]);
    expect(readLog(FACTS, 1)).toBe(LOST + DROPPED);
    expect(statements).toEqual([]);
  });

  it('keeps bytes that are not text unchanged', async () => {
    makeTable(FACTS, [], {});
    writeFileSync(logFile(FACTS, 1), Buffer.from('1\t202512_2_2_0\t\xff\xfe\n', 'latin1'));
    await forgetTokensWithoutParts(folder, engineWith(known).connection);
    expect(readFileSync(logFile(FACTS, 1), 'latin1')).toBe('1\t202512_2_2_0\t\xff\xfe\n2\t202512_2_2_0\t\xff\xfe\n');
  });

  it('finds nothing without tables, or without logs', async () => {
    expect(await forgetTokensWithoutParts(join(folder, 'absent'), engineWith(known).connection)).toEqual([]);
    mkdirSync(tableFolder(FACTS), { recursive: true });
    writeFileSync(join(folder, 'store', 'a-file'), '');
    expect(await forgetTokensWithoutParts(folder, engineWith(known).connection)).toEqual([]);
  });
});
