import { open, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { EngineConnection } from './native-engine.ts';
import { sqlIdentifier, sqlString } from './request-options.ts';
import { addsDeduplicationToken, dropRecord, tokensWithoutPart, completeLines } from './tokens-without-part.ts';

/** The tokens that were removed from the log of one table. */
export interface ForgottenTokens {
  /** The quoted name of the table, or its folder if the engine does not know such a table. */
  readonly table: string;
  /** The missing part; undefined if the log only ended with an incomplete line. */
  readonly part: string | undefined;
}

/**
 * One file of a table's log, decoded as one character per byte: lengths are offsets, and tokens are preserved exactly.
 */
interface LogFile {
  readonly path: string;
  readonly text: string;
}

const LOG = /^deduplication_log_(\d+)\.txt$/;
const BYTES = 'latin1';

/**
 * Removes the deduplication tokens whose rows were lost in a kill. The engine writes a token before it moves the part
 * into position, so it would drop the retry of the batch as a duplicate. An incomplete line at the end of a log is cut
 * off: the engine would append the next line to it, and then read no line after it.
 *
 * Call it before the first insert and with the engine open, whose lock keeps other processes out of the folder. It
 * detaches a table while it repairs the log, because the engine reads the log when it attaches the table. After a kill
 * in this function, the next start attaches the table and repeats the repair.
 */
export async function forgetTokensWithoutParts(
  folder: string,
  connection: EngineConnection,
): Promise<readonly ForgottenTokens[]> {
  const forgotten: ForgottenTokens[] = [];
  for (const tableFolder of await tableFolders(join(folder, 'store'))) {
    const logs = await readLogs(join(tableFolder, 'deduplication_logs'));
    const newest = logs.at(-1);
    if (newest === undefined) continue;
    const log = logs.map(({ text }) => completeLines(text)).join('');
    const tokens = tokensWithoutPart(log, await readdir(tableFolder));
    const isTorn = completeLines(newest.text) !== newest.text;
    if (tokens.length === 0 && !isTorn) continue;

    const table = await tableOf(tableFolder, connection);
    if (table !== undefined) await connection.run(`DETACH TABLE ${table} SYNC`, 'Null');
    await mend(newest.path, tokens.map(dropRecord).join(''));
    if (table !== undefined) await connection.run(`ATTACH TABLE ${table}`, 'Null');
    forgotten.push({ table: table ?? tableFolder, part: tokens[0]?.part });
  }
  return forgotten;
}

/** The folders of the tables, which the engine names `store/<three digits>/<uuid>`. */
async function tableFolders(store: string): Promise<string[]> {
  const prefixes = await namesIn(store);
  const uuids = await Promise.all(prefixes.map((prefix) => namesIn(join(store, prefix))));
  return prefixes.flatMap((prefix, index) => (uuids[index] ?? []).map((uuid) => join(store, prefix, uuid)));
}

/** The newest files of a log, oldest first, back to the file that adds the last token. */
async function readLogs(folder: string): Promise<LogFile[]> {
  const numbers = (await namesIn(folder)).flatMap((name) => LOG.exec(name)?.[1] ?? []).map(Number);
  const logs: LogFile[] = [];
  for (const number of numbers.sort((a, b) => b - a)) {
    const path = join(folder, `deduplication_log_${number}.txt`);
    const text = await readFile(path, BYTES);
    logs.unshift({ path, text });
    if (addsDeduplicationToken(text)) break;
  }
  return logs;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** The table of a folder, quoted for a statement; undefined if the engine no longer has it. */
async function tableOf(folder: string, connection: EngineConnection): Promise<string | undefined> {
  const query = `SELECT database, name FROM system.tables WHERE toString(uuid) = ${sqlString(basename(folder))}`;
  const { bytes } = await connection.run(query, 'JSONCompactEachRow');
  const [line = ''] = bytes.toString('utf8').split('\n');
  if (line === '') return undefined;
  return (JSON.parse(line) as string[]).map(sqlIdentifier).join('.');
}

/**
 * Repairs a log: removes an incomplete last line, and appends the records that drop tokens. Existing lines stay
 * unchanged.
 */
async function mend(path: string, records: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    // The file is read again, because the engine may have appended to it until the table was detached.
    const { length } = completeLines(await file.readFile(BYTES));
    await file.truncate(length);
    await file.write(records, length, BYTES);
    await file.sync();
  } finally {
    await file.close();
  }
}
