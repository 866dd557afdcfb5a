import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { LAYERS } from '../../../layers.mjs';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

/** A source file of a layer, and the meaning of its names. */
export interface Source {
  /** The path below the project. */
  readonly path: string;
  readonly file: ts.SourceFile;
  /** The values of other files, by their names in this one. */
  readonly imports: ReadonlyMap<string, ImportedValue>;
  /** The functions and constants of the module, by name. */
  readonly declared: ReadonlyMap<string, Declared>;
}

interface ImportedValue {
  /** The path below the project. */
  readonly path: string;
  readonly name: string;
}

export type Declared = ts.FunctionDeclaration | ts.Expression;

/** A declaration, and the file that contains it. */
export interface Found {
  readonly source: Source;
  readonly declaration: Declared;
}

/**
 * All sources of the product by their paths. They are only parsed and not type-checked, which takes a tenth of the
 * time.
 */
export function readSources(): ReadonlyMap<string, Source> {
  const paths = Object.keys(LAYERS).flatMap((layer) =>
    readdirSync(join(PROJECT, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map((name) => `${layer}/${name}`),
  );
  return new Map(paths.sort().map((path) => [path, readSource(path)]));
}

function readSource(path: string): Source {
  const file = ts.createSourceFile(path, readFileSync(join(PROJECT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  const imports = new Map<string, ImportedValue>();
  const declared = new Map<string, Declared>();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) addImports(imports, path, statement);
    else if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, statement);
    else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) declared.set(name.text, initializer);
    }
  }
  return { path, file, imports, declared };
}

function addImports(imports: Map<string, ImportedValue>, path: string, statement: ts.ImportDeclaration): void {
  const { text } = statement.moduleSpecifier as ts.StringLiteral;
  const bindings = statement.importClause?.namedBindings;
  if (!text.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) return;
  const from = normalize(join(dirname(path), text));
  for (const { name, propertyName } of bindings.elements)
    imports.set(name.text, { path: from, name: (propertyName ?? name).text });
}

/** The declaration of a name of a module, in this file or in the one that it is imported from. */
export function findDeclared(sources: ReadonlyMap<string, Source>, source: Source, name: string): Found | undefined {
  const own = source.declared.get(name);
  if (own !== undefined) return { source, declaration: own };
  const imported = source.imports.get(name);
  const other = imported && sources.get(imported.path);
  const declaration = other?.declared.get(imported?.name ?? '');
  return other && declaration && { source: other, declaration };
}
