import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');
/** Names that are one word, whatever their capitals say. */
const ONE_WORD = /ClickHouse|OpenApi/g;

it('a file that exports one value is named after it, or after the type that it makes', async () => {
  const tracked = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--', '*.ts', ':!test', ':!testing', ':!bench', ':!examples', ':!*.config.ts'],
    { cwd: PROJECT, maxBuffer: 16_777_216 },
  );
  const files = tracked.stdout.split('\0').slice(0, -1);
  const misnamed: Record<string, readonly string[]> = {};
  let held = 0;
  for (const file of files) {
    const { values, types } = exportsOf(file, await readFile(join(PROJECT, file), 'utf8'));
    if (values.length > 1 || (values.length === 0 && types.length !== 1)) continue;
    held += 1;
    const names = [...values, ...types].flatMap((name) => fileNamesOf(name, basename(dirname(file))));
    if (!names.includes(basename(file, '.ts'))) misnamed[file] = [...values, ...types];
  }
  expect(held).toBeGreaterThan(300);
  expect(misnamed).toEqual({});
});

/** The names that a file of the folder may have for an export of this name. */
function fileNamesOf(exported: string, folder: string): string[] {
  const name = exported
    .replace(ONE_WORD, (word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`)
    .replaceAll('_', '-')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  // `createReportStore` makes what `report-store.ts` is about, as the value `ReportV1Schema` stands for a report.
  const concept = name.replace(/^create-/, '').replace(/(-v\d+)?-schema$/, '');
  // `contracts/reports/operations.ts` holds `REPORT_OPERATIONS`: its folder says which.
  const withinFolder = name.replace(new RegExp(`^${folder.replace(/s$/, '')}s?-`), '');
  return [name, concept, withinFolder];
}

/** What other files can import from this one. */
function exportsOf(file: string, text: string): { values: string[]; types: string[] } {
  const values: string[] = [];
  const types: string[] = [];
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isExportDeclaration(statement)) values.push(...reexported(statement));
    else if (isExported(statement)) (isType(statement) ? types : values).push(...declared(statement));
  }
  return { values, types };
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false;
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isType(statement: ts.Statement): statement is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
}

function declared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed = isType(statement) || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed ? [statement.name?.text ?? 'default'] : [];
}

function reexported({ exportClause }: ts.ExportDeclaration): string[] {
  return exportClause !== undefined && ts.isNamedExports(exportClause)
    ? exportClause.elements.map(({ name }) => name.text)
    : ['*'];
}
