import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import type { Path } from '../../domain/kernel/placed-fault.ts';

/** Where something stands in a text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text that is YAML, or why it is not. */
export interface ReadYaml {
  /** Undefined where it has faults, or holds nothing. */
  readonly value: unknown;
  readonly faults: readonly { readonly at: Position; readonly detail: string }[];
  /** Where a place of the document stands; of one that is missing, what would hold it. */
  position(path: Path): Position;
}

/** Reads one document of YAML 1.2. Keys that stand twice and tags that nobody knows are faults. */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    at: at(pos[0]),
    detail: `this is no YAML: ${message}`,
  }));
  return {
    value: faults.length === 0 ? ((document.toJS() as unknown) ?? undefined) : undefined,
    faults,
    position: (path) => at(offsetOf(document, path)),
  };
}

/** Of a member its name, because that is where it is looked for; of an item where it begins. */
function offsetOf(document: Document, path: Path): number {
  let node = resolved(document, document.contents);
  let offset = node?.range?.[0] ?? 0;
  for (const step of path) {
    const next = isMap(node)
      ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === step)
      : undefined;
    const item = isSeq(node) ? node.items[Number(step)] : undefined;
    const start = next === undefined ? item : next.key;
    if (!isNode(start)) return offset;
    offset = start.range?.[0] ?? offset;
    node = resolved(document, isPair(next) ? next.value : item);
  }
  return offset;
}

/** What an alias stands for, and otherwise the node itself. */
function resolved(document: Document, node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  return 'resolve' in node ? node.resolve(document) : node;
}
