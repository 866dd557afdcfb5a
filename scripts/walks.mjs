// `npm run walks [-- --root DIR]`: measures how much source a reader needs to read to follow six paths of the product.
//
// A walk begins at exports. It follows every name that a declaration mentions to the declaration of that name. It
// follows values, types and re-exports. Declarations that the walk does not mention are not part of it. A port is a
// type, so the walk ends there. Each walk therefore also lists the exports that implement its ports.
//
// - A room is a source file in which the walk reads a declaration.
// - An arrow leads from a room to another room that it mentions.
// - A crossing is an arrow to a room in another folder.
// - A return is a crossing into a folder that the walk has already visited. Arrows of the walk lead from a room of that
//   folder to the room at which the crossing begins.
//
// All figures count the complete walk, so they do not depend on the order of reading. The lists name the layer of an
// export, and not its file, so that the same list works for an older tree (`--root`).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const WALKS = {
  'a call of the gateway': {
    layers: ['proxy', 'providers', 'journal', 'contracts', 'domain'],
    from: ['proxy#DataPlane'],
  },
  'a journal line to facts': {
    layers: ['analytics', 'store', 'journal', 'contracts', 'domain'],
    from: ['analytics#runIndexer', 'store#createIngestBatchStore'],
  },
  'an insight overview': {
    layers: ['analytics', 'contracts', 'domain'],
    from: ['analytics#openRead', 'analytics#readGroups', 'analytics#createStatementRunner'],
  },
  'a scheduled report': {
    layers: ['workflows', 'activities', 'store', 'contracts', 'domain'],
    from: [
      'workflows#dispatchWorkspace',
      'workflows#reportOccurrence',
      'activities#createDispatchActivities',
      'activities#createOccurrenceActivities',
      'store#createSchedulePlanner',
      'store#createReportOccurrenceStore',
    ],
  },
  'a run of a comparison': {
    layers: ['workflows', 'activities', 'store', 'contracts', 'domain'],
    from: ['workflows#comparisonRun', 'activities#createComparisonActivities', 'store#createComparisonRunTransitions'],
  },
  'traffic scored by a judge': {
    layers: ['workflows', 'activities', 'store', 'contracts', 'domain'],
    from: ['workflows#judgeTraffic', 'activities#createJudgingActivities', 'store#createJudgeScoringStore'],
  },
};

const { values } = parseArgs({ options: { root: { type: 'string', default: join(import.meta.dirname, '..') } } });
const root = resolve(values.root);

console.table(Object.fromEntries(Object.entries(WALKS).map(([name, walk]) => [name, figuresOf(readWalk(walk))])));

/** The rooms of a walk, each with the rooms that it mentions. */
function readWalk({ layers, from }) {
  const files = new Map(layers.flatMap(filesOf).map((file) => [file, readFile(file)]));
  const arrows = new Map();
  const waiting = from.map((entry) => findExport(files, entry));
  const seen = new Set();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at.join('#'))) continue;
    seen.add(at.join('#'));
    const [file, name] = at;
    const { declarations, links } = files.get(file);
    const others = arrows.get(file) ?? new Set();
    arrows.set(file, others);
    const mentioned =
      declarations.get(name) ?? new Set(links.has(name) ? [name] : name === '*' ? declarations.keys() : []);
    for (const word of mentioned) {
      const [target, targetName] = links.get(word) ?? [file, word];
      if (!files.has(target) || (target === file && !declarations.has(word))) continue;
      if (target !== file) others.add(target);
      waiting.push([target, targetName]);
    }
  }
  return arrows;
}

function figuresOf(arrows) {
  const reached = new Map([...arrows.keys()].map((room) => [room, reachedFrom(room, arrows)]));
  const all = [...arrows].flatMap(([room, others]) => [...others].map((other) => [room, other]));
  const crossings = all.filter(([room, other]) => dirname(room) !== dirname(other));
  const returns = crossings.filter(([room, other]) =>
    [...arrows.keys()].some((each) => dirname(each) === dirname(other) && reached.get(each).has(room)),
  );
  const folders = new Set([...arrows.keys()].map((room) => dirname(room)));
  return {
    rooms: arrows.size,
    folders: folders.size,
    arrows: all.length,
    crossings: crossings.length,
    returns: returns.length,
  };
}

function reachedFrom(room, arrows) {
  const reached = new Set();
  const waiting = [room];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const other of arrows.get(at)) {
      if (reached.has(other)) continue;
      reached.add(other);
      waiting.push(other);
    }
  return reached;
}

function findExport(files, entry) {
  const [layer, name] = entry.split('#');
  const found = [...files].find(([file, { declarations }]) => file.startsWith(`${layer}/`) && declarations.has(name));
  if (found === undefined)
    throw new Error(`No file of ${layer} declares ${name}. Correct its walk in scripts/walks.mjs.`);
  return [found[0], name];
}

function filesOf(layer) {
  return readdirSync(join(root, layer), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/** The declarations of a file with the names that each mentions, and the sources of names from other files. */
function readFile(file) {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const declarations = new Map();
  const links = new Map();
  const link = (specifier, named, ofTarget) => {
    if (specifier.text.startsWith('.')) links.set(named, [posix.join(posix.dirname(file), specifier.text), ofTarget]);
  };
  for (const statement of source.statements) {
    const specifier = statement.moduleSpecifier;
    const bindings = statement.importClause?.namedBindings ?? statement.exportClause;
    if (specifier !== undefined)
      for (const { name, propertyName } of bindings?.elements ?? (bindings ? [bindings] : []))
        link(specifier, name.text, bindings.elements === undefined ? '*' : (propertyName ?? name).text);
    else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        declarations.set(name.text, mentionedIn(statement));
    else if (statement.name !== undefined) declarations.set(statement.name.text, mentionedIn(statement));
  }
  return { declarations, links };
}

/** The names in a declaration, except those of members. */
function mentionedIn(statement) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) names.add(node.text);
    const member =
      ts.isPropertyAccessExpression(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isTypeElement(node) ||
      ts.isClassElement(node);
    ts.forEachChild(node, (child) => (member && child === node.name ? undefined : visit(child)));
  };
  visit(statement);
  return names;
}
