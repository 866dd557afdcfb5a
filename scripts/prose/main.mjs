// `npm run prose`: checks the sentences, words and links of all pages, and the comments of all sources. Ends with 1 if
// a rule is broken.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS } from '../../layers.mjs';
import { anchorsOf, checkLinks } from './check-links.mjs';
import { checkProse, findAvoided, MAX_AVERAGE_WORDS, parsePage } from './plain-prose.mjs';
import { isTooWide, pageOfBlocks, readComments, wrongBeginning } from './source-comments.mjs';
import { MAX_SUPPRESSIONS, SUPPRESSIONS } from './suppressions.mjs';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The folders whose comments are checked. Comments of tests describe fixtures, so only their width is checked. */
const DOCUMENTED = [...Object.keys(LAYERS), 'bench', 'clients', 'examples', 'scripts', 'testing'];

/** Folders of dependencies and of built files. */
const BUILT = /(?:^|\/)(?:node_modules|dist|histories)\//;

const TOO_WIDE = 'a comment wider than 120 columns';

/** The sentence at the start of generated sources, whose texts come from other sources. */
const IS_GENERATED = /This file is (?:made|generated) from/;

const pagePaths = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...filesIn('docs', /\.md$/),
];
const unused = new Set(SUPPRESSIONS);

function filesIn(folder, name) {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path) && !BUILT.test(path))
    .map((path) => `${folder}/${path}`)
    .sort();
}

function textOf(path) {
  return readFileSync(join(PROJECT, path), 'utf8');
}

function isSuppressed(path, text) {
  const found = SUPPRESSIONS.find((one) => one.page === path && text.includes(one.text));
  unused.delete(found);
  return found !== undefined;
}

function checkSource(path) {
  const source = textOf(path);
  if (IS_GENERATED.test(source.slice(0, 500))) return [];
  const { blocks, docstrings, wide } = readComments(source);
  // Only a block with more than MAX_AVERAGE_WORDS words can break the limits of sentences. Other blocks are not parsed.
  const page = parsePage(path, pageOfBlocks(blocks.filter(({ text }) => text.split(/\s+/).length > MAX_AVERAGE_WORDS)));
  const report = reportsOn(page);
  for (const line of wide) report(line, 'width', TOO_WIDE);
  if (path.startsWith('test/')) return [page.file];
  checkProse(page, isSuppressed);
  for (const { line, text } of blocks) {
    for (const fault of findAvoided(text.replaceAll(/`[^`]*`/g, ''))) report(line, 'word', fault);
  }
  for (const { line, text } of docstrings) {
    const word = wrongBeginning(text);
    if (word !== undefined) report(line, 'beginning', `begins with "${word}" and not with a noun: ${text}`);
  }
  return [page.file];
}

function checkYaml(path) {
  const page = parsePage(path, '');
  const report = reportsOn(page);
  for (const [index, text] of textOf(path).split('\n').entries()) {
    if (/^\s*#/.test(text) && isTooWide(text)) report(index + 1, 'width', TOO_WIDE);
  }
  return page.file;
}

function reportsOn({ file }) {
  return (line, ruleId, text) => {
    if (!isSuppressed(file.path, text)) file.message(text, { place: { line, column: 1 }, source: 'prose', ruleId });
  };
}

const pages = pagePaths.map((path) => parsePage(path, textOf(path)));
const anchors = new Map(pages.map(({ file, tree }) => [file.path, anchorsOf(tree)]));
for (const page of pages) {
  checkLinks(PROJECT, anchors, page);
  checkProse(page, isSuppressed);
}
const sources = [...DOCUMENTED, 'test']
  .flatMap((folder) => filesIn(folder, /\.(?:ts|mts|mjs|js)$/))
  .flatMap(checkSource);
const yaml = [...filesIn('deploy', /\.ya?ml$/), ...filesIn('examples', /\.ya?ml$/), 'docker-compose.yml'].map(
  checkYaml,
);

const files = [...pages.map(({ file }) => file), ...sources, ...yaml];
const faults = files.flatMap(({ messages }) => messages.map((message) => `${message.name}: ${message.reason}`));
for (const { page, text } of unused) faults.push(`${page}: the suppressed passage no longer exists: ${text}`);
if (SUPPRESSIONS.length > MAX_SUPPRESSIONS) {
  faults.push(`${SUPPRESSIONS.length} passages are suppressed, but the maximum is ${MAX_SUPPRESSIONS}`);
}
for (const fault of faults) console.error(fault);
console.log(`${pages.length} pages and ${sources.length} sources: ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
