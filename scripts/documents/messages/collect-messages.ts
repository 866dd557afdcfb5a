import ts from 'typescript';
import { findDeclared, readSources, type Source } from './read-sources.ts';
import { findLocal, findObjectLiteral, collectTexts, type Scope } from './collect-texts.ts';

/** The kind of an error, by the code that creates it. */
export type MessageKind = 'refusal' | 'gateway' | 'start' | 'usage' | 'doctor' | 'member';

/** One message that a user can get. */
export interface Message {
  readonly kind: MessageKind;
  /** The code of a refusal or the type of a gateway error; empty for other kinds. */
  readonly code: string;
  /** The message, with placeholders in braces. */
  readonly text: string;
  /** The path of the file that creates it, below the project. */
  readonly path: string;
}

/** A function that creates errors from a message in its parameters. */
interface Maker {
  readonly kind: MessageKind;
  /** The index of the parameter with the message. */
  readonly message: number;
  /** The code of all its errors, or the index of the parameter with the code. */
  readonly code: string | number;
  readonly declaration: NamedFunction;
}

/** A function of a module, or a method of a class. */
type NamedFunction = ts.FunctionDeclaration | ts.MethodDeclaration;

/** The classes of errors by name, with the indexes of the arguments for code and message. */
const CLASSES: Readonly<Record<string, { kind: MessageKind; code?: number; message: number }>> = {
  Refusal: { kind: 'refusal', code: 0, message: 1 },
  StartupFault: { kind: 'start', message: 0 },
  UsageFault: { kind: 'usage', message: 0 },
};

/** The file that creates verdicts of the doctor, which consist of an observation and a remedy. */
const VERDICTS = 'operator/doctor/findings/finding.ts';

/** The folders in which gateway errors are created, as object literals. */
const OF_GATEWAY = /^(proxy|providers\/protocols|domain\/gateway\/governance)\//;

/** Every message of the product, once per file, in order of paths. */
export function collectMessages(): readonly Message[] {
  const sources = readSources();
  const makers = new Map<string, Maker>();
  // A function that passes its parameter to a maker is also a maker, so the search repeats until it finds no more.
  for (let known = -1; known < makers.size;) {
    known = makers.size;
    for (const source of sources.values()) visitErrors(source, { sources, makers });
  }
  const messages = new Map<string, Message>();
  for (const source of sources.values()) {
    visitErrors(source, {
      ...{ sources, makers },
      found: (message) => void messages.set(`${message.kind} ${message.path} ${message.text}`, message),
    });
  }
  return [...messages.values()];
}

interface Collecting {
  readonly sources: ReadonlyMap<string, Source>;
  readonly makers: Map<string, Maker>;
  readonly found?: (message: Message) => void;
}

interface Made {
  readonly kind: MessageKind;
  readonly code: ts.Expression | string | undefined;
  readonly message: ts.Expression | undefined;
}

function visitErrors(source: Source, collecting: Collecting): void {
  const scope: Scope = { sources: collecting.sources, source };
  const visit = (node: ts.Node): void => {
    for (const made of madeAt(node, source, collecting)) take(made, node, scope, collecting);
    ts.forEachChild(node, visit);
  };
  visit(source.file);
}

/** The errors that a node creates. */
function madeAt(node: ts.Node, source: Source, collecting: Collecting): Made[] {
  if (ts.isNewExpression(node)) return madeByClass(node, source, collecting);
  if (ts.isCallExpression(node)) return madeByCall(node, source, collecting);
  return ts.isObjectLiteralExpression(node) ? objectMade(node, source) : [];
}

function madeByClass(node: ts.NewExpression, source: Source, { sources }: Collecting): Made[] {
  const known = ts.isIdentifier(node.expression) ? CLASSES[node.expression.text] : undefined;
  if (known === undefined) return [];
  const given = node.arguments ?? [];
  if (given[0] !== undefined && ts.isSpreadElement(given[0])) return tabled(given[0].expression, source, sources);
  const code = known.code === undefined ? undefined : given[known.code];
  return [{ kind: known.kind, code, message: given[known.message] }];
}

/** The errors that a call of a module's function, or of a method of the same class, creates. */
function madeByCall(node: ts.CallExpression, source: Source, { sources, makers }: Collecting): Made[] {
  const { expression: callee } = node;
  if (ts.isPropertyAccessExpression(callee)) {
    const isOwn = callee.expression.kind === ts.SyntaxKind.ThisKeyword;
    return madeBy(isOwn ? makers.get(keyOf(source.path, callee.name.text)) : undefined, node);
  }
  if (!ts.isIdentifier(callee)) return [];
  const found = findDeclared(sources, source, callee.text);
  if (found?.source.path === VERDICTS) return verdictOf(callee.text, node.arguments);
  return madeBy(found && makers.get(keyOf(found.source.path, callee.text)), node);
}

function madeBy(maker: Maker | undefined, call: ts.CallExpression): Made[] {
  if (maker === undefined) return [];
  const { kind, message, declaration } = maker;
  const argument = call.arguments[message] ?? declaration.parameters[message]?.initializer;
  return [{ kind, code: codeOf(maker, call), message: argument }];
}

function codeOf({ code }: Maker, call: ts.CallExpression): ts.Expression | string | undefined {
  return typeof code === 'number' ? call.arguments[code] : code;
}

/** The errors of a table that has a message for each code. */
function tabled(expression: ts.Expression, source: Source, sources: ReadonlyMap<string, Source>): Made[] {
  const local = ts.isIdentifier(expression) ? findLocal(expression) : undefined;
  const access = local === undefined || local === 'parameter' ? expression : local;
  const table = ts.isElementAccessExpression(access) ? access.expression : access;
  const found = ts.isIdentifier(table) ? findDeclared(sources, source, table.text) : undefined;
  const object =
    found && !ts.isFunctionDeclaration(found.declaration) ? findObjectLiteral(found.declaration) : undefined;
  return (object?.properties ?? []).flatMap((member) => {
    const row = ts.isPropertyAssignment(member) ? member.initializer : undefined;
    if (row === undefined || !ts.isArrayLiteralExpression(row)) return [];
    return [{ kind: 'refusal' as const, code: row.elements[0], message: row.elements[1] }];
  });
}

function verdictOf(name: string, [seen, remedy]: readonly ts.Expression[]): Made[] {
  if (name !== 'faultVerdict' && name !== 'warningVerdict') return [];
  return [
    { kind: 'doctor', code: '', message: seen },
    { kind: 'doctor', code: '', message: remedy },
  ];
}

/** The gateway errors and faults of members that an object literal creates. */
function objectMade(node: ts.ObjectLiteralExpression, source: Source): Made[] {
  const member = (name: string): ts.Expression | undefined => {
    const found = node.properties.find((one) => one.name !== undefined && one.name.getText() === name);
    if (found === undefined) return undefined;
    if (ts.isShorthandPropertyAssignment(found)) return found.name;
    return ts.isPropertyAssignment(found) ? found.initializer : undefined;
  };
  const [message, detail] = [member('message'), member('detail')];
  const row = ts.isPropertyAssignment(node.parent) ? node.parent.name.getText() : undefined;
  const type = member('type') ?? member('code') ?? row;
  if (message !== undefined && type !== undefined && OF_GATEWAY.test(source.path))
    return [{ kind: 'gateway', code: type, message }];
  const isPlaced = ['pointer', 'path', 'reason', 'fault'].some((name) => member(name) !== undefined);
  if (detail === undefined || !isPlaced || isWithinRefusal(node)) return [];
  return [{ kind: 'member', code: member('reason'), message: detail }];
}

/** True inside a refusal, whose own message contains its faults. */
function isWithinRefusal(node: ts.Node): boolean {
  for (let above = node.parent; !ts.isSourceFile(above) && !ts.isStatement(above); above = above.parent)
    if (ts.isNewExpression(above) && above.expression.getText() === 'Refusal') return true;
  return false;
}

/** Adds the message of an error, or the function that passes it on. */
function take({ kind, code, message }: Made, node: ts.Node, scope: Scope, { makers, found }: Collecting): void {
  if (message === undefined) return;
  const around = functionAround(node);
  const index = around && parameterOf(around, message);
  if (around?.name !== undefined && index !== undefined) {
    const key = keyOf(scope.source.path, around.name.getText());
    const own = typeof code === 'string' || code === undefined ? undefined : parameterOf(around, code);
    if (!makers.has(key))
      makers.set(key, { kind, message: index, code: own ?? codeText(code, scope), declaration: around });
    return;
  }
  if (found === undefined) return;
  for (const text of new Set(collectTexts(message, scope)))
    if (isMessage(text)) found({ kind, code: codeText(code, scope), text: text.trim(), path: scope.source.path });
}

function codeText(code: ts.Expression | string | undefined, scope: Scope): string {
  if (code === undefined || typeof code === 'string') return code ?? '';
  return collectTexts(code, scope).join(', ');
}

/**
 * True if a text has words besides placeholders, and is complete. An incomplete text is shown elsewhere, with a
 * placeholder for its end.
 */
function isMessage(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/\{\w+\}/g, '')) && !/[:\s]\.?$/.test(text);
}

function functionAround(node: ts.Node): NamedFunction | undefined {
  for (let above = node.parent; !ts.isSourceFile(above); above = above.parent)
    if (ts.isFunctionDeclaration(above) || ts.isMethodDeclaration(above)) return above;
  return undefined;
}

function parameterOf(around: NamedFunction, expression: ts.Expression): number | undefined {
  if (!ts.isIdentifier(expression) || findLocal(expression) !== 'parameter') return undefined;
  const index = around.parameters.findIndex(({ name }) => ts.isIdentifier(name) && name.text === expression.text);
  return index === -1 ? undefined : index;
}

function keyOf(path: string, name: string): string {
  return `${path}#${name}`;
}
