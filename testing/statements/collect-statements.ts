import { join, relative } from 'node:path';
import ts from 'typescript';
import { openSourceProgram } from '../sources/open-source-program.ts';
import { findDeclaration, evaluateTexts, type CallSites } from './evaluate-text.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const DRIVER = '/node_modules/@types/pg/';

/** A column, as claimed by the type of a row. */
export interface ClaimedColumn {
  readonly name: string;
  /** The types of its values without null, as TypeScript writes them; literals by their base types. */
  readonly types: readonly string[];
  readonly mayBeNull: boolean;
}

/** A call that sends a statement to Postgres. */
export interface StatementCall {
  /** The path of its file from the project's folder. */
  readonly file: string;
  /** The source text of the argument. */
  readonly written: string;
  /** Every possible text of the statement; undefined if the source does not determine it. */
  readonly texts: readonly string[] | undefined;
  /** The claimed columns; undefined if the rows are `any`, which the linter does not let code use. */
  readonly claims: readonly ClaimedColumn[] | undefined;
}

/** Every call of the driver's `query` in the installed sources, found by type. */
export function collectStatements(): StatementCall[] {
  const program = openSourceProgram();
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
  const calls = files.flatMap((file) => [...callsIn(file)]);
  const sites = callSites(checker, calls);
  return calls
    .filter((call) => isQuery(checker, call))
    .map((call) => {
      const text = textArgument(call);
      return {
        file: fileOf(call),
        written: text.getText(),
        texts: evaluateTexts(checker, sites, text),
        claims: claimsOf(checker, call),
      };
    });
}

function* callsIn(node: ts.Node): Generator<ts.CallExpression> {
  if (ts.isCallExpression(node)) yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* callsIn(child);
}

function fileOf(node: ts.Node): string {
  return relative(PROJECT, node.getSourceFile().fileName);
}

/** The callers of a named function. */
function callSites(checker: ts.TypeChecker, calls: readonly ts.CallExpression[]): CallSites {
  return (callee) => {
    const named = ts.isFunctionDeclaration(callee) ? callee : callee.parent;
    const name = ts.isFunctionDeclaration(named) || ts.isVariableDeclaration(named) ? named.name?.getText() : undefined;
    const isCaller = ({ expression }: ts.CallExpression): boolean =>
      ts.isIdentifier(expression) && expression.text === name && findDeclaration(checker, expression) === named;
    return calls.filter(isCaller);
  };
}

function isQuery(checker: ts.TypeChecker, { expression }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'query') return false;
  const declared = checker.getSymbolAtLocation(expression.name)?.declarations ?? [];
  return declared.some((declaration) => declaration.getSourceFile().fileName.includes(DRIVER));
}

/** The text of the statement. It can be in an object with the values. */
function textArgument({ arguments: [first], ...call }: ts.CallExpression): ts.Expression {
  if (first === undefined) throw new Error(`A query without a text: ${call.expression.getText()}`);
  if (!ts.isObjectLiteralExpression(first)) return first;
  const text = first.properties.find((property) => property.name?.getText() === 'text');
  if (text !== undefined && ts.isPropertyAssignment(text)) return text.initializer;
  return text !== undefined && ts.isShorthandPropertyAssignment(text) ? text.name : first;
}

/** The properties of the call's row type. */
function claimsOf(checker: ts.TypeChecker, call: ts.CallExpression): ClaimedColumn[] | undefined {
  const answer = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const rows = answer?.getProperty('rows');
  const row = rows && checker.getIndexTypeOfType(checker.getTypeOfSymbol(rows), ts.IndexKind.Number);
  if (row === undefined || (row.flags & ts.TypeFlags.Any) !== 0) return undefined;
  return checker.getPropertiesOfType(row).map((property) => claimOf(checker, property));
}

function claimOf(checker: ts.TypeChecker, property: ts.Symbol): ClaimedColumn {
  const type = checker.getTypeOfSymbol(property);
  const members = type.isUnion() ? type.types : [type];
  const names = members.map((member) => nameOf(checker, checker.getBaseTypeOfLiteralType(member)));
  return {
    name: property.name,
    types: [...new Set(names.filter((name) => name !== 'null'))].sort(),
    mayBeNull: names.includes('null'),
  };
}

/** The name of a type; for a list of known texts, with these texts instead of an alias. */
function nameOf(checker: ts.TypeChecker, type: ts.Type): string {
  const element = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
  if (element?.isUnion() !== true) return checker.typeToString(type);
  return `(${element.types.map((member) => checker.typeToString(member)).join(' | ')})[]`;
}
