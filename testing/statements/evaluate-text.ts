import ts from 'typescript';

/** The value of an expression: a text, the source of an object or function, or undefined. */
type Value = string | undefined | Written;

/** An expression, and the values of the parameters around it. */
interface Written {
  readonly node: ts.Expression;
  readonly frame: Frame;
}

type Frame = ReadonlyMap<ts.Node, Written>;

/**
 * A function that chooses one of `count` branches at a position in the source. The choice for a position is always the
 * same.
 */
type Choose = (place: ts.Node, count: number) => number;

/** The calls of a function. */
export type CallSites = (callee: ts.Node) => readonly ts.CallExpression[];

/** The error for an expression whose text the source does not determine. */
class UnreadableText extends Error {}

/**
 * Every text that an expression in the source can have. The evaluation follows constants, also into other files, and
 * parameters to their callers. At a choice, it follows every branch. The result is undefined if the source does not
 * determine the texts.
 */
export function evaluateTexts(
  checker: ts.TypeChecker,
  sites: CallSites,
  expression: ts.Expression,
): readonly string[] | undefined {
  try {
    const texts = goEveryWay((choose) =>
      new Evaluation(checker, sites, choose).text({ node: expression, frame: new Map() }),
    );
    return [...new Set(texts)];
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}

/** The outcomes of a walk for all combinations of its choices. */
function goEveryWay<Outcome>(walk: (choose: Choose) => Outcome): Outcome[] {
  const outcomes: Outcome[] = [];
  const way: { place: ts.Node; taken: number; count: number }[] = [];
  do {
    const choose: Choose = (place, count) => {
      const known = way.find((step) => step.place === place);
      if (known !== undefined) return known.taken;
      way.push({ place, taken: 0, count });
      return 0;
    };
    outcomes.push(walk(choose));
    while (way.length > 0 && way.at(-1)!.taken === way.at(-1)!.count - 1) way.pop();
    const last = way.at(-1);
    if (last !== undefined) last.taken += 1;
  } while (way.length > 0);
  return outcomes;
}

class Evaluation {
  readonly #checker: ts.TypeChecker;
  readonly #sites: CallSites;
  readonly #choose: Choose;

  constructor(checker: ts.TypeChecker, sites: CallSites, choose: Choose) {
    [this.#checker, this.#sites, this.#choose] = [checker, sites, choose];
  }

  text(written: Written): string {
    const value = this.#value(written);
    if (typeof value !== 'string') throw new UnreadableText(written.node.getText());
    return value;
  }

  #value({ node, frame }: Written): Value {
    const within = (inner: ts.Expression): Value => this.#value({ node: inner, frame });
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
    if (ts.isTemplateExpression(node)) return this.#filledTemplate(node, frame);
    if (isWrapped(node)) return within(node.expression);
    if (ts.isConditionalExpression(node)) return within(this.#branch(node, frame));
    if (ts.isBinaryExpression(node)) return this.#combined(node, frame);
    if (ts.isPropertyAccessExpression(node)) return this.#property(within(node.expression), node.name.text, node);
    if (ts.isElementAccessExpression(node)) return this.#element(within(node.expression), node.argumentExpression);
    if (ts.isCallExpression(node)) return this.#answer(node, frame);
    if (ts.isIdentifier(node)) return this.#named(node, frame);
    return { node, frame };
  }

  #filledTemplate({ head, templateSpans }: ts.TemplateExpression, frame: Frame): string {
    const parts = templateSpans.map((span) => this.text({ node: span.expression, frame }) + span.literal.text);
    return [head.text, ...parts].join('');
  }

  #combined({ left, operatorToken, right }: ts.BinaryExpression, frame: Frame): Value {
    const [first, second] = [
      { node: left, frame },
      { node: right, frame },
    ];
    switch (operatorToken.kind) {
      case ts.SyntaxKind.QuestionQuestionToken:
        return this.#value(first) ?? this.#value(second);
      case ts.SyntaxKind.AsteriskToken:
        return String(Number(this.text(first)) * Number(this.text(second)));
      default:
        throw new UnreadableText(operatorToken.getText());
    }
  }

  /** The branch to follow. It is chosen unless the source determines the condition. */
  #branch(node: ts.ConditionalExpression, frame: Frame): ts.Expression {
    const { condition } = node;
    const branches = [node.whenTrue, node.whenFalse] as const;
    if (ts.isBinaryExpression(condition) && condition.right.getText() === 'undefined') {
      try {
        const isThere = this.#value({ node: condition.left, frame }) !== undefined;
        const asksForAbsence = condition.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
        return branches[isThere === asksForAbsence ? 1 : 0];
      } catch (error) {
        if (!(error instanceof UnreadableText)) throw error;
      }
    }
    return branches[this.#choose(node, 2)]!;
  }

  #property(owner: Value, name: string, at: ts.Node): Value {
    if (owner === undefined) return undefined;
    if (typeof owner === 'string' || !ts.isObjectLiteralExpression(owner.node)) throw new UnreadableText(at.getText());
    const found = owner.node.properties.find((property) => property.name?.getText() === name);
    if (found === undefined) return undefined;
    if (ts.isPropertyAssignment(found)) return this.#value({ node: found.initializer, frame: owner.frame });
    if (ts.isShorthandPropertyAssignment(found)) return this.#value({ node: found.name, frame: owner.frame });
    throw new UnreadableText(at.getText());
  }

  /** An entry of a table in the source; every entry is tried in turn. */
  #element(table: Value, key: ts.Expression): Value {
    if (table === undefined || typeof table === 'string' || !ts.isObjectLiteralExpression(table.node)) {
      throw new UnreadableText(key.getText());
    }
    const names = table.node.properties.map((property) => property.name?.getText() ?? '');
    const place = this.#declarationOf(key) ?? key;
    return this.#property(table, names[this.#choose(place, names.length)] ?? '', key);
  }

  #answer(call: ts.CallExpression, frame: Frame): Value {
    const callee = this.#functionOf(call.expression);
    const { body } = callee ?? {};
    if (callee === undefined || body === undefined || ts.isBlock(body)) throw new UnreadableText(call.getText());
    const inner = new Map(frame);
    callee.parameters.forEach((parameter, index) => {
      const node = call.arguments[index] ?? parameter.initializer;
      if (node !== undefined) inner.set(parameter, { node, frame });
    });
    return this.#value({ node: body, frame: inner });
  }

  #named(name: ts.Identifier, frame: Frame): Value {
    if (name.text === 'undefined') return undefined;
    const declaration = this.#declarationOf(name);
    if (declaration !== undefined) {
      if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
        return this.#value({ node: declaration.initializer, frame });
      }
      if (ts.isParameter(declaration)) return this.#argument(declaration, frame);
      if (ts.isBindingElement(declaration)) return this.#bound(declaration, frame);
    }
    throw new UnreadableText(name.getText());
  }

  #bound(element: ts.BindingElement, frame: Frame): Value {
    const owner = element.parent.parent;
    const name = (element.propertyName ?? element.name).getText();
    if (ts.isParameter(owner)) return this.#property(this.#argument(owner, frame), name, element);
    if (ts.isVariableDeclaration(owner) && owner.initializer !== undefined) {
      return this.#property(this.#value({ node: owner.initializer, frame }), name, element);
    }
    throw new UnreadableText(element.getText());
  }

  #argument(parameter: ts.ParameterDeclaration, frame: Frame): Value {
    const known = frame.get(parameter);
    if (known !== undefined) return this.#value(known);
    const sites = this.#sites(parameter.parent);
    const site = sites.length === 0 ? undefined : sites[this.#choose(parameter.parent, sites.length)];
    const node = site?.arguments[parameter.parent.parameters.indexOf(parameter)];
    if (node === undefined) throw new UnreadableText(parameter.getText());
    return this.#value({ node, frame });
  }

  #functionOf(callee: ts.Expression): ts.ArrowFunction | ts.FunctionDeclaration | undefined {
    const declaration = this.#declarationOf(callee);
    if (declaration === undefined) return undefined;
    if (ts.isFunctionDeclaration(declaration)) return declaration;
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return undefined;
    return ts.isArrowFunction(declaration.initializer) ? declaration.initializer : undefined;
  }

  #declarationOf(node: ts.Node): ts.Declaration | undefined {
    return findDeclaration(this.#checker, node);
  }
}

/** True if an expression only wraps another expression and has its value. */
function isWrapped(node: ts.Expression): node is ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression {
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node);
}

/** The declaration of a name's value, through imports. */
export function findDeclaration(checker: ts.TypeChecker, node: ts.Node): ts.Declaration | undefined {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations?.[0];
}
