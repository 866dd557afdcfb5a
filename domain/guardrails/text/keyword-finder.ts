/** A function that reports each occurrence of a keyword: the index of the keyword, and the end of the occurrence. */
type KeywordFinder = (text: string, report: (keyword: number, end: number) => void) => void;

/** A state of the automaton while it is built. */
interface Node {
  readonly next: Map<number, number>;
  readonly ends: number[];
  fallback: number;
}

/**
 * Finds any number of keywords in one pass over a text, by the automaton of Aho and Corasick. The case of letters does
 * not matter.
 */
export function createKeywordFinder(keywords: readonly string[]): KeywordFinder {
  const classes = classesOf(keywords);
  const nodes = buildTree(keywords, classes);
  const width = classes.count;
  const next = linkNodes(nodes, width);
  const ends = nodes.map((node) => (node.ends.length === 0 ? undefined : node.ends));
  const { ascii, others } = classes;
  return (text, report) => {
    let state = 0;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const unitClass = unit < 128 ? (ascii[unit] ?? 0) : (others.get(foldUnit(unit)) ?? 0);
      state = unitClass === 0 ? 0 : (next[state * width + unitClass] ?? 0);
      if (state === 0) continue;
      const found = ends[state];
      if (found !== undefined) for (const keyword of found) report(keyword, index + 1);
    }
  };
}

/** The classes of UTF-16 units. Class 0 consists of the units that no keyword contains. */
interface UnitClasses {
  readonly count: number;
  readonly ascii: Uint16Array;
  readonly others: ReadonlyMap<number, number>;
}

function classesOf(keywords: readonly string[]): UnitClasses {
  const ascii = new Uint16Array(128);
  const others = new Map<number, number>();
  let count = 1;
  for (const keyword of keywords)
    for (let index = 0; index < keyword.length; index += 1) {
      const unit = foldUnit(keyword.charCodeAt(index));
      if (unit >= 128) {
        if (!others.has(unit)) others.set(unit, count++);
      } else if (ascii[unit] === 0) {
        ascii[unit] = count;
        const capital = String.fromCharCode(unit).toUpperCase().charCodeAt(0);
        ascii[capital] = count++;
      }
    }
  return { count, ascii, others };
}

/** The unit in lower case. A letter whose lower case has several units stays as it is, so that offsets stay valid. */
function foldUnit(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit + 32 : unit;
  const lower = String.fromCharCode(unit).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

function buildTree(keywords: readonly string[], { ascii, others }: UnitClasses): Node[] {
  const root: Node = { next: new Map(), ends: [], fallback: 0 };
  const nodes = [root];
  for (const [keyword, text] of keywords.entries()) {
    let node = root;
    for (let index = 0; index < text.length; index += 1) {
      const unit = foldUnit(text.charCodeAt(index));
      const unitClass = (unit < 128 ? ascii[unit] : others.get(unit)) ?? 0;
      let at = node.next.get(unitClass);
      if (at === undefined) {
        at = nodes.push({ next: new Map(), ends: [], fallback: 0 }) - 1;
        node.next.set(unitClass, at);
      }
      node = nodes[at] ?? root;
    }
    node.ends.push(keyword);
  }
  return nodes;
}

/** The table of transitions. States are completed by their depth, so that the fallback of each is complete already. */
function linkNodes(nodes: readonly Node[], width: number): Uint16Array | Uint32Array {
  // A small table stays in the cache of a core.
  const table = new (nodes.length <= 65_536 ? Uint16Array : Uint32Array)(nodes.length * width);
  const queue = [0];
  for (const at of queue) {
    const node = nodes[at];
    if (node === undefined) continue;
    for (let unitClass = 1; unitClass < width; unitClass += 1) {
      const inherited = at === 0 ? 0 : (table[node.fallback * width + unitClass] ?? 0);
      const child = node.next.get(unitClass);
      table[at * width + unitClass] = child ?? inherited;
      const below = child === undefined ? undefined : nodes[child];
      if (child === undefined || below === undefined) continue;
      below.fallback = inherited;
      below.ends.push(...(nodes[inherited]?.ends ?? []));
      queue.push(child);
    }
  }
  return table;
}
