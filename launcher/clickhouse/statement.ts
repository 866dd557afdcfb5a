import { engineRefusal } from './clickhouse-exception.ts';
import { type SqlToken, sqlTokens } from './sql-tokens.ts';

/** A SELECT. Its answer has a format, and it may be stopped if its client disconnects. */
export interface RowsStatement {
  readonly kind: 'rows';
  /** The text up to its FORMAT clause. */
  readonly head: string;
  /** The text from FORMAT to the end, including SETTINGS; empty without a FORMAT clause. */
  readonly tail: string;
  readonly format: string | undefined;
  readonly heavy: boolean;
}

/** An INSERT with inline data in a format. The data begins at `dataStart` and continues in the body. */
export interface InsertStatement {
  readonly kind: 'insert';
  /** `INSERT INTO table (columns)`. */
  readonly head: string;
  /** `SETTINGS …`, or empty. */
  readonly settings: string;
  readonly format: string;
  readonly dataStart: number;
}

/** Everything else: definitions, INSERT … SELECT, SHOW, EXPLAIN, SYSTEM. */
export interface CommandStatement {
  readonly kind: 'command';
  readonly text: string;
  readonly heavy: boolean;
}

export type Statement = RowsStatement | InsertStatement | CommandStatement;

const keyword = (token: SqlToken | undefined): string => (token?.kind === 'word' ? token.text.toUpperCase() : '');

function follows(tokens: readonly SqlToken[], first: string, second: string): boolean {
  return tokens.some((token, index) => keyword(token) === first && keyword(tokens[index + 1]) === second);
}

// The data of `FORMAT X` begins after the rest of its line, as in ClickHouse's parser.
function skipLineEnd(text: string, at: number): number {
  const rest = /[ \t\f\r]*\n?/y;
  rest.lastIndex = at;
  rest.exec(text);
  return rest.lastIndex;
}

interface DataClause {
  readonly start: number;
  readonly format: string;
  readonly dataStart: number;
}

// The clause that opens inline data, if it ends with the last of `tokens`, which are those of an INSERT read so far.
function dataClause(tokens: readonly SqlToken[], text: string): DataClause | undefined {
  const [table, before, last] = tokens.slice(-3);
  // The clause comes after INSERT INTO <table>, and never after a dot: a table may be called "values" or "format".
  if (!table || !before || !last || tokens.length < 4 || last.depth > 0 || before.text === '.') return undefined;
  if (keyword(last) === 'VALUES') return { start: last.start, format: 'Values', dataStart: last.end };
  if (keyword(before) !== 'FORMAT' || last.kind !== 'word' || table.text === '.') return undefined;
  return { start: before.start, format: last.text, dataStart: skipLineEnd(text, last.end) };
}

function insertStatement(tokens: readonly SqlToken[], clause: DataClause, text: string): InsertStatement {
  refuseFiles(tokens);
  const settings = tokens.find((token) => token.depth === 0 && keyword(token) === 'SETTINGS');
  return {
    kind: 'insert',
    head: text.slice(0, settings?.start ?? clause.start),
    settings: settings ? text.slice(settings.start, clause.start) : '',
    format: clause.format,
    dataStart: clause.dataStart,
  };
}

function refuseFiles(tokens: readonly SqlToken[]): void {
  if (follows(tokens, 'INTO', 'OUTFILE')) throw engineRefusal.outfile();
  if (follows(tokens, 'FROM', 'INFILE')) throw engineRefusal.infile();
}

// The FORMAT clause ends a query, and only SETTINGS may follow it. A column called "format" never has this position.
function formatClause(tokens: readonly SqlToken[]): { start: number; format: string } | undefined {
  for (let index = tokens.length - 2; index > 0; index -= 1) {
    const token = tokens[index];
    if (!token || token.depth > 0 || keyword(token) !== 'FORMAT') continue;
    const next = tokens[index + 2];
    const name = tokens[index + 1];
    if (name?.kind === 'word' && (next === undefined || keyword(next) === 'SETTINGS')) {
      return { start: token.start, format: name.text };
    }
  }
  return undefined;
}

// A statement that reads a table can occupy a slot for long, except for the engine's own tables, which are small.
function readsTables(tokens: readonly SqlToken[]): boolean {
  return tokens.some((token, index) => keyword(token) === 'FROM' && keyword(tokens[index + 1]) !== 'SYSTEM');
}

function wholeStatement(tokens: readonly SqlToken[], text: string): RowsStatement | CommandStatement {
  refuseFiles(tokens);
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!first || !last) throw engineRefusal.syntax('Empty query.');
  const verb = keyword(first) || first.text;
  const heavy = readsTables(tokens) || verb === 'OPTIMIZE' || verb === 'ALTER';
  const inserts = tokens.some((token) => token.depth === 0 && keyword(token) === 'INSERT');
  if (inserts || !['SELECT', 'WITH', 'FROM', '('].includes(verb)) {
    return { kind: 'command', text: text.slice(0, last.end), heavy };
  }
  const clause = formatClause(tokens);
  return {
    kind: 'rows',
    head: text.slice(0, clause?.start ?? last.end),
    tail: clause ? text.slice(clause.start, last.end) : '',
    format: clause?.format,
    heavy,
  };
}

/**
 * Reads the single statement in `text` and classifies how to run it. Throws code 62 for none or several statements, and
 * 358 or 78 if the statement names files of this machine.
 */
export function readStatement(text: string): Statement {
  const tokens: SqlToken[] = [];
  let closed = false;
  let takesData: boolean | undefined;
  for (const token of sqlTokens(text)) {
    if (token.text === ';') {
      closed = true;
      continue;
    }
    if (closed) throw engineRefusal.syntax('Several statements in one request are not allowed.');
    tokens.push(token);
    takesData ??= keyword(token) === 'INSERT';
    if (['SELECT', 'WITH'].includes(keyword(token)) && tokens.length > 3) takesData = false;
    const clause = takesData ? dataClause(tokens, text) : undefined;
    if (clause) return insertStatement(tokens, clause, text);
  }
  return wholeStatement(tokens, text);
}
