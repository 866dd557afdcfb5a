import {
  CST,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
} from 'yaml';
import type { DocumentPath } from '../../domain/kernel/document-fault.ts';

/** The position of a part in a text; lines and columns count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The value of a YAML text, or its faults. */
export interface ReadYaml {
  /** Undefined if the text has faults or is empty. */
  readonly value: unknown;
  readonly faults: readonly { readonly at: TextPosition; readonly detail: string }[];
  /** The position of a part of the document; for a missing part, that of its parent. */
  position(path: DocumentPath): TextPosition;
}

/**
 * The maximum number of tokens in a document; a key and its value take about five. Parsing this many takes about 0.1 s,
 * during which a process that reloads its configuration serves no requests.
 */
const MAX_TOKENS = 50_000;

/** The maximum number of anchors and aliases. The parser searches the complete document for each of them. */
const MAX_ANCHORS = 100;

const ANCHORS: readonly (string | null)[] = ['anchor', 'alias'];

/** Reads one document of YAML 1.2. Duplicate keys and unknown tags are faults. */
export function readYaml(text: string): ReadYaml {
  const lines = new LineCounter();
  const at = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const excess = findExcess(text);
  if (excess !== undefined) {
    const before = text.slice(0, excess.offset).split('\n');
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    return { value: undefined, faults: [{ at: place, detail: excess.detail }], position: () => place };
  }
  // The parser's own check for duplicate keys compares every pair of keys, which takes quadratic time.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => ({ offset: pos[0], message }));
  const found = [...broken, ...findEqualKeys(document)].sort((one, other) => one.offset - other.offset);
  const faults = found.map(({ offset, message }) => ({
    at: at(offset),
    detail: `the file is not valid YAML: ${message}`,
  }));
  const position = (path: DocumentPath): TextPosition => at(offsetOf(document, path));
  if (faults.length > 0) return { value: undefined, faults, position };
  try {
    return { value: (document.toJS() as unknown) ?? undefined, faults, position };
  } catch (error) {
    const detail = `this is no YAML that can be read: ${(error as Error).message}`;
    return { value: undefined, faults: [{ at: at(0), detail }], position };
  }
}

/** The offset at which a document exceeds the limits. It is found before the text is parsed. */
function findExcess(text: string): { readonly offset: number; readonly detail: string } | undefined {
  let tokens = 0;
  let anchors = 0;
  let offset = 0;
  let isScalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const type = isScalarNext ? 'scalar' : CST.tokenType(token);
    const isMarker = !isScalarNext && MARKERS.includes(token);
    isScalarNext = !isScalarNext && token === CST.SCALAR;
    tokens += 1;
    if (ANCHORS.includes(type)) anchors += 1;
    if (tokens > MAX_TOKENS) return { offset, detail: `the file has more than ${MAX_TOKENS} tokens of YAML` };
    if (anchors > MAX_ANCHORS) return { offset, detail: `the file has more than ${MAX_ANCHORS} anchors and aliases` };
    if (!isMarker) offset += token.length;
  }
  return undefined;
}

/** The markers that the lexer adds between tokens; they are not part of the text. */
const MARKERS: readonly string[] = [CST.DOCUMENT, CST.FLOW_END, CST.SCALAR];

function findEqualKeys(document: Document): { readonly offset: number; readonly message: string }[] {
  const equal: { offset: number; message: string }[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) equal.push({ offset: key.range?.[0] ?? 0, message: 'Map keys must be unique' });
        seen.add(key.value);
      }
    },
  });
  return equal;
}

/** The offset of a part: for a member, that of its name, where people look for it; for an item, its start. */
function offsetOf(document: Document, path: DocumentPath): number {
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

/** The node that an alias refers to; any other node is returned unchanged. */
function resolved(document: Document, node: unknown): Node | undefined {
  if (!isNode(node)) return undefined;
  return 'resolve' in node ? node.resolve(document) : node;
}
