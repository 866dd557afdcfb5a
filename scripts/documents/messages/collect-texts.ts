import ts from 'typescript';
import { findDeclared, type Source } from './read-sources.ts';

/** The surroundings of an expression. */
export interface Scope {
  readonly sources: ReadonlyMap<string, Source>;
  readonly source: Source;
}

/** The maximum depth of calls. No message is assembled at a greater depth. */
const MAX_DEPTH = 8;
/** The maximum number of texts of one expression. A sentence with more alternatives is shown with placeholders. */
const MAX_TEXTS = 12;

/** Every text that an expression can have according to its source. Unknown parts are placeholders such as `{name}`. */
export function collectTexts(expression: ts.Expression, scope: Scope, depth = 0): readonly string[] {
  const unknown = [`{${placeholderOf(expression)}}`];
  if (depth > MAX_DEPTH) return unknown;
  if (ts.isStringLiteralLike(expression) || ts.isNumericLiteral(expression)) return [expression.text];
  if (ts.isIdentifier(expression)) return textsOfName(expression, scope, depth) ?? unknown;
  if (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression))
    return textsOfMember(expression, scope, depth) ?? unknown;
  if (ts.isCallExpression(expression)) return textsOfCall(expression, scope, depth) ?? unknown;
  return textsOfParts(expression, (part) => collectTexts(part, scope, depth + 1), unknown);
}

/** The texts of an expression that combines others. */
function textsOfParts(
  expression: ts.Expression,
  inner: (part: ts.Expression) => readonly string[],
  unknown: readonly string[],
): readonly string[] {
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return inner(expression.expression);
  if (ts.isConditionalExpression(expression)) return [...inner(expression.whenTrue), ...inner(expression.whenFalse)];
  if (ts.isTemplateExpression(expression)) {
    const spans = expression.templateSpans.flatMap((span) => [inner(span.expression), [span.literal.text]]);
    return joined([[expression.head.text], ...spans], unknown);
  }
  if (!ts.isBinaryExpression(expression)) return unknown;
  const { left, right, operatorToken } = expression;
  if (operatorToken.kind === ts.SyntaxKind.PlusToken) return joined([inner(left), inner(right)], unknown);
  return operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken ? [...inner(left), ...inner(right)] : unknown;
}

/** All combinations of alternatives, in order; `unknown` if there are too many. */
function joined(parts: readonly (readonly string[])[], unknown: readonly string[]): readonly string[] {
  const texts = parts.reduce<string[]>(
    (begun, alternatives) => begun.flatMap((start) => alternatives.map((rest) => start + rest)),
    [''],
  );
  return texts.length > MAX_TEXTS ? unknown : texts;
}

function textsOfName(name: ts.Identifier, scope: Scope, depth: number): readonly string[] | undefined {
  // An absent value is not an alternative.
  if (name.text === 'undefined') return [];
  const local = findLocal(name);
  if (local === 'parameter') return undefined;
  if (local !== undefined) return collectTexts(local, scope, depth + 1);
  const found = findDeclared(scope.sources, scope.source, name.text);
  if (found === undefined || ts.isFunctionDeclaration(found.declaration)) return undefined;
  return collectTexts(found.declaration, { ...scope, source: found.source }, depth + 1);
}

/** The texts of a member of an object literal, or of all its members if the name is not known. */
function textsOfMember(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  scope: Scope,
  depth: number,
): readonly string[] | undefined {
  if (!ts.isIdentifier(access.expression)) return undefined;
  const found = findDeclared(scope.sources, scope.source, access.expression.text);
  const object =
    found && !ts.isFunctionDeclaration(found.declaration) ? findObjectLiteral(found.declaration) : undefined;
  if (found === undefined || object === undefined) return undefined;
  const wanted = ts.isPropertyAccessExpression(access) ? access.name.text : undefined;
  const texts = object.properties.flatMap((member) => {
    if (!ts.isPropertyAssignment(member)) return [];
    if (wanted !== undefined && member.name.getText() !== wanted) return [];
    return collectTexts(member.initializer, { ...scope, source: found.source }, depth + 1);
  });
  return texts.length === 0 ? undefined : texts;
}

/** The object literal inside type assertions. */
export function findObjectLiteral(expression: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return findObjectLiteral(expression.expression);
  return ts.isObjectLiteralExpression(expression) ? expression : undefined;
}

/** The texts that a function of the product returns, or a list of sentences that is joined. */
function textsOfCall(call: ts.CallExpression, scope: Scope, depth: number): readonly string[] | undefined {
  const { expression: callee, arguments: given } = call;
  if (ts.isPropertyAccessExpression(callee)) {
    if (callee.name.text !== 'join' || !ts.isArrayLiteralExpression(callee.expression)) return undefined;
    if (given[0] === undefined || !ts.isStringLiteral(given[0])) return undefined;
    const { elements } = callee.expression;
    const separator = given[0].text;
    const parts = elements.flatMap((element, index) => [
      ...(index === 0 ? [] : [[separator]]),
      collectTexts(element, scope, depth + 1),
    ]);
    return joined(parts, ['{text}']);
  }
  if (!ts.isIdentifier(callee)) return undefined;
  const found = findDeclared(scope.sources, scope.source, callee.text);
  if (found === undefined) return undefined;
  const { declaration } = found;
  if (!ts.isFunctionDeclaration(declaration) || declaration.type?.getText() !== 'string') return undefined;
  const texts = returnedBy(declaration).flatMap((value) =>
    collectTexts(value, { ...scope, source: found.source }, depth + 1),
  );
  return texts.length === 0 || texts.length > MAX_TEXTS ? undefined : texts;
}

function returnedBy(declaration: ts.FunctionDeclaration): ts.Expression[] {
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) values.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  if (declaration.body) ts.forEachChild(declaration.body, visit);
  return values;
}

/** The value of a name within the functions around it; undefined for a name of the module. */
export function findLocal(name: ts.Identifier): ts.Expression | 'parameter' | undefined {
  for (let node: ts.Node = name.parent; !ts.isSourceFile(node); node = node.parent) {
    if (ts.isFunctionLike(node) && node.parameters.some((parameter) => bindsName(parameter.name, name.text)))
      return 'parameter';
    if (!ts.isBlock(node) && !ts.isCaseOrDefaultClause(node)) continue;
    for (const statement of node.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const declaration of statement.declarationList.declarations) {
        if (!bindsName(declaration.name, name.text)) continue;
        return ts.isIdentifier(declaration.name) ? (declaration.initializer ?? 'parameter') : 'parameter';
      }
    }
  }
  return undefined;
}

function bindsName(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && bindsName(element.name, name));
}

/** The placeholder of an unknown value: the last name in its expression. */
function placeholderOf(expression: ts.Expression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isElementAccessExpression(expression)) return placeholderOf(expression.expression);
  if (ts.isCallExpression(expression)) {
    const [given] = expression.arguments;
    const { expression: callee } = expression;
    if (ts.isPropertyAccessExpression(callee) && (given === undefined || ts.isLiteralExpression(given)))
      return placeholderOf(callee.expression);
    return given === undefined ? placeholderOf(callee) : placeholderOf(given);
  }
  if (ts.isNonNullExpression(expression) || ts.isParenthesizedExpression(expression))
    return placeholderOf(expression.expression);
  return 'value';
}
