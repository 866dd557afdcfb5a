import { describe, expect, it } from 'vitest';
import { ClickHouseException } from '../../../../launcher/clickhouse/clickhouse-exception.ts';
import { readStatement } from '../../../../launcher/clickhouse/statement.ts';

function codeOf(text: string): number {
  try {
    readStatement(text);
  } catch (error) {
    if (error instanceof ClickHouseException) return error.code;
    throw error;
  }
  return 0;
}

describe('readStatement', () => {
  it.each([
    ['SELECT 1', 'SELECT 1', '', undefined],
    ['SELECT 1 \nFORMAT JSONEachRow', 'SELECT 1 \n', 'FORMAT JSONEachRow', 'JSONEachRow'],
    ['SELECT 1 FORMAT CSV SETTINGS a = 1;', 'SELECT 1 ', 'FORMAT CSV SETTINGS a = 1', 'CSV'],
    ['SELECT 1 -- FORMAT CSV ;', 'SELECT 1', '', undefined],
    ['SELECT 1 -- ;\n format CSV', 'SELECT 1 -- ;\n ', 'format CSV', 'CSV'],
    ["SELECT 'FORMAT CSV'", "SELECT 'FORMAT CSV'", '', undefined],
    ['SELECT format FROM t', 'SELECT format FROM t', '', undefined],
    ['(SELECT 1 FORMAT CSV)', '(SELECT 1 FORMAT CSV)', '', undefined],
    ['WITH 1 AS x SELECT x FORMAT TSV', 'WITH 1 AS x SELECT x ', 'FORMAT TSV', 'TSV'],
  ])('finds the output format of %s', (text, head, tail, format) => {
    expect(readStatement(text)).toMatchObject({ kind: 'rows', head, tail, format });
  });

  it.each([
    ['INSERT INTO t (a, b) FORMAT JSONEachRow', 'INSERT INTO t (a, b) ', '', 'JSONEachRow', ''],
    ['INSERT INTO t SETTINGS x = 1 FORMAT CSV \n1;2', 'INSERT INTO t ', 'SETTINGS x = 1 ', 'CSV', '1;2'],
    ["insert into t values (1), (';'); x", 'insert into t ', '', 'Values', " (1), (';'); x"],
    ['INSERT INTO db.values VALUES (1)', 'INSERT INTO db.values ', '', 'Values', ' (1)'],
    ["INSERT INTO t FORMAT RowBinary\n\0'/*;", 'INSERT INTO t ', '', 'RowBinary', "\0'/*;"],
  ])('finds the beginning of the data of %s', (text, head, settings, format, data) => {
    const statement = readStatement(text);
    expect(statement).toMatchObject({ kind: 'insert', head, settings, format });
    expect(statement.kind === 'insert' && text.slice(statement.dataStart)).toBe(data);
  });

  it.each([
    ['CREATE TABLE t (a Int8) ENGINE = Memory;', false],
    ['SHOW TABLES', false],
    ['INSERT INTO t SELECT * FROM u', true],
    ['INSERT INTO t (a) WITH 1 AS x SELECT x AS values FROM u', true],
    ['OPTIMIZE TABLE t FINAL', true],
  ])('runs %s as a command', (text, heavy) => {
    expect(readStatement(text)).toEqual({ kind: 'command', text: text.replace(/;$/, ''), heavy });
  });

  it.each([
    ['SELECT 1', false],
    ['SELECT * FROM system.processes', false],
    ['SELECT (SELECT max(a) FROM t)', true],
  ])('weighs %s', (text, heavy) => {
    expect(readStatement(text)).toMatchObject({ kind: 'rows', heavy });
  });

  it.each([
    ['nothing', '', 62],
    ['only a comment', '-- x', 62],
    ['two statements', 'SELECT 1; SELECT 2', 62],
    ['a second statement after a comment', 'SELECT 1 /* ; */ ; -- \n DROP TABLE t', 62],
    ['a second statement after an escaped quote', "SELECT '\\''; DROP TABLE t; --'", 62],
    ['a second statement after a doubled quote', "SELECT ''''; DROP TABLE t", 62],
    ['a second statement after curly quotes', "SELECT \u2018'\u2019; DROP TABLE t --\u2018'\u2019", 62],
    ['a second statement after a heredoc', "SELECT $a$'$a$; DROP TABLE t; --'", 62],
    ['a text that is not closed', "SELECT 'a", 62],
    ['a comment that is not closed', 'SELECT /* /* */ 1', 62],
    ['a file to write', "SELECT 1 INTO /* x */ OUTFILE 'x'", 358],
    ['a file to write, in a subquery', "WITH x AS (SELECT 1 into outfile 'x') SELECT 1", 358],
    ['a file to read', "INSERT INTO t FROM INFILE 'x' FORMAT CSV", 78],
    ['one statement', 'SELECT 1;;', 0],
    ['a semicolon in a text', 'SELECT \'a;b\', `c;d`, "e;f", $$;$$ # ;', 0],
  ])('classifies %s', (_, text, code) => {
    expect(codeOf(text)).toBe(code);
  });
});
