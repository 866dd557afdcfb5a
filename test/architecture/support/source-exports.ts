import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

/** The exports of one file. */
export interface SourceExports {
  /** The path from the root of the project. */
  readonly file: string;
  readonly text: string;
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** The names that the file re-exports from another file. `*` stands for all names. */
  readonly reexported: readonly string[];
}

/** The exports of every tracked TypeScript file outside of the folders in `without`. */
export async function readSourceExports(without: readonly string[]): Promise<SourceExports[]> {
  const tracked = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--', '*.ts', ':!*.config.ts', ...without.map((folder) => `:!${folder}`)],
    { cwd: PROJECT, maxBuffer: 16_777_216 },
  );
  const files = tracked.stdout.split('\0').slice(0, -1);
  return Promise.all(files.map(async (file) => exportsOf(file, await readFile(join(PROJECT, file), 'utf8'))));
}

function exportsOf(file: string, text: string): SourceExports {
  const values: string[] = [];
  const types: string[] = [];
  const reexported: string[] = [];
  for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.Latest).statements) {
    if (ts.isExportDeclaration(statement)) reexported.push(...passedOn(statement));
    else if (isExported(statement)) (isType(statement) ? types : values).push(...declared(statement));
  }
  return { file, text, values, types, reexported };
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

function passedOn({ exportClause }: ts.ExportDeclaration): string[] {
  return exportClause !== undefined && ts.isNamedExports(exportClause)
    ? exportClause.elements.map(({ name }) => name.text)
    : ['*'];
}
