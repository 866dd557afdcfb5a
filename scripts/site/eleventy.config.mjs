// `npm run docs`: builds a static site from the Markdown of the project, in `.cache/site` (docs/decisions/0244).
// `npm run docs -- --serve` also serves the site, and builds it again after each change of a page.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { CONTENTS_PAGE, listEntries, readContents } from './contents.mjs';
import { findDeadLinks } from './dead-links.mjs';
import { pageHtml } from './page-html.mjs';
import { outputOf } from './page-links.mjs';
import { renderPage } from './render-page.mjs';
import { buildSearchIndex } from './search-index.mjs';

const HERE = 'scripts/site';
/** The folders with pages. Files of `examples` are pages only if the contents list them. */
const READ = ['docs', 'examples'];
const MERMAID = fileURLToPath(import.meta.resolve('@mermaid-js/tiny'));

export const config = {
  dir: { input: '.', output: '.cache/site' },
  templateFormats: ['md'],
  markdownTemplateEngine: false,
};

export default async function configure(eleventy) {
  let contents = [];
  /** The paths of all pages. */
  let paths = new Set();
  const pages = new Map();
  const isPage = (path) => paths.has(path);

  for (const entry of await readdir('.', { withFileTypes: true })) {
    if (entry.isDirectory() && !READ.includes(entry.name)) eleventy.ignores.add(`${entry.name}/**`);
  }
  eleventy.setUseGitIgnore(false);
  eleventy.addWatchTarget(`${HERE}/**`);
  eleventy.addPassthroughCopy({
    [`${HERE}/site.css`]: 'assets/site.css',
    [relative('.', MERMAID)]: 'assets/mermaid.js',
  });
  eleventy.addPassthroughCopy('docs/**/*.{json,png,svg}');
  eleventy.addGlobalData(
    'eleventyComputed.permalink',
    () =>
      ({ page }) =>
        outputOf(pathOf(page)),
  );
  eleventy.addPreprocessor('pages', 'md', ({ page }) => (isPage(pathOf(page)) ? undefined : false));
  eleventy.setLibrary('md', {
    render(text, { page: { inputPath }, holds }) {
      const page = renderPage(pathOf({ inputPath }), text, isPage);
      pages.set(page.path, page);
      return pageHtml(page, contents, holds);
    },
  });

  eleventy.on('eleventy.before', async ({ directories: { output }, runMode }) => {
    contents = readContents(await readFile(CONTENTS_PAGE, 'utf8'));
    const guides = (await readdir('docs', { recursive: true })).filter((name) => name.endsWith('.md'));
    paths = new Set([...listEntries(contents).map(({ path }) => path), ...guides.map((name) => `docs/${name}`)]);
    // The old output is removed first, so that no files of renamed pages remain.
    if (runMode === 'build') await rm(output, { recursive: true, force: true });
    const bundle = { entryPoints: [`${HERE}/browser/main.mjs`], outfile: join(output, 'assets/site.js') };
    await build({ ...bundle, bundle: true, format: 'iife', target: 'es2022', minify: true, logLevel: 'warning' });
  });

  eleventy.on('eleventy.after', async ({ directories: { output }, results }) => {
    const sections = new Map(listEntries(contents).map(({ path, section }) => [path, section]));
    const index = buildSearchIndex(pages.values(), (path) => sections.get(path));
    await mkdir(join(output, 'assets'), { recursive: true });
    await writeFile(join(output, 'assets/search-index.js'), `globalThis.searchIndex=${JSON.stringify(index)}\n`);
    const html = new Map(results.map(({ outputPath, content }) => [relative(output, outputPath), content]));
    const dead = findDeadLinks(html, new Set(await readdir(output, { recursive: true })));
    if (dead.length > 0) throw new Error(`Broken links of the site:\n${dead.join('\n')}`);
  });
}

/** The path of a page, relative to the project. */
function pathOf({ inputPath }) {
  return inputPath.replace(/^\.\//, '');
}
