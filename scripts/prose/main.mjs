// `npm run prose`: checks the sentences, words and links of all pages. Ends with 1 if a rule is broken.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf, checkLinks } from './page-links.mjs';
import { checkProse, parsePage } from './plain-prose.mjs';
import { MAX_SUPPRESSIONS, SUPPRESSIONS } from './suppressions.mjs';

const PROJECT = join(import.meta.dirname, '..', '..');
/** The pages whose texts come from the code. */
const GENERATED = ['docs/configuration.md', 'docs/metrics.md', 'docs/decisions/README.md'];

/** The pages of decisions. Decisions are records, so only their title and first paragraph are checked. */
const DECISION = /^docs\/decisions\//;

const paths = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
];
const unused = new Set(SUPPRESSIONS);

function isSuppressed(path, text) {
  const found = SUPPRESSIONS.find((one) => one.page === path && text.includes(one.text));
  unused.delete(found);
  return found !== undefined;
}

function openingOf({ file, tree }) {
  const first = tree.children.findIndex(({ type }) => type === 'paragraph');
  return { file, tree: { ...tree, children: tree.children.slice(0, first + 1) } };
}

const pages = paths.map((path) => parsePage(path, readFileSync(join(PROJECT, path), 'utf8')));
const anchors = new Map(pages.map(({ file, tree }) => [file.path, anchorsOf(tree)]));
for (const page of pages) {
  const { path } = page.file;
  checkLinks(PROJECT, anchors, page);
  if (!GENERATED.includes(path)) checkProse(DECISION.test(path) ? openingOf(page) : page, isSuppressed);
}

const faults = pages.flatMap(({ file }) => file.messages.map((message) => `${message.name}: ${message.reason}`));
for (const { page, text } of unused) faults.push(`${page}: suppressed, and no longer there: ${text}`);
if (SUPPRESSIONS.length > MAX_SUPPRESSIONS) {
  faults.push(`${SUPPRESSIONS.length} passages are suppressed, at most ${MAX_SUPPRESSIONS} may be`);
}
for (const fault of faults) console.error(fault);
console.log(`${pages.length} pages, ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
