import GithubSlugger from 'github-slugger';
import { toString } from 'mdast-util-to-string';
import rehypeHighlight from 'rehype-highlight';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { parsePage } from '../prose/plain-prose.mjs';
import { rewriteLinks } from './page-links.mjs';

const DIAGRAM = 'language-mermaid';
const processor = unified()
  .use(remarkRehype)
  .use(rehypeHighlight, { plainText: ['mermaid'] })
  .use(() => frameBlocks)
  .use(rehypeStringify);

/**
 * Renders a page of Markdown as HTML, and returns it with the data for its navigation and for the search.
 * @param path the path of the page, relative to the project
 * @param text its Markdown, without front matter
 * @param isPage returns true if a path of the project is a page of the site
 */
export function renderPage(path, text, isPage) {
  const { tree } = parsePage(path, text);
  const headings = nameHeadings(tree);
  const sections = splitSections(tree, headings);
  rewriteLinks(tree, path, isPage);
  const html = processor.stringify(processor.runSync(tree));
  return { path, title: headings[0].title, headings, sections, html, hasDiagram: html.includes('class="mermaid"') };
}

/** Gives each heading the id that it has on GitHub, and lists the headings. */
function nameHeadings(tree) {
  const slugger = new GithubSlugger();
  const headings = [];
  visit(tree, 'heading', (node) => {
    const title = toString(node);
    const id = slugger.slug(title);
    node.data = { hProperties: { id } };
    headings.push({ node, id, title, depth: node.depth });
  });
  return headings;
}

/** The text below each heading down to the third level, without blocks of code. */
function splitSections(tree, headings) {
  const sections = [];
  for (const node of tree.children) {
    const heading = headings.find((one) => one.node === node && one.depth <= 3);
    if (heading !== undefined) sections.push({ id: heading.id, title: heading.title, words: [] });
    else visit(node, ['text', 'inlineCode'], ({ value }) => void sections.at(-1)?.words.push(value));
  }
  return sections.map(({ id, title, words }) => ({ id, title, text: words.join(' ').replaceAll(/\s+/g, ' ').trim() }));
}

/** Frames tables and blocks of code, so that they scroll if they are wider than the page. */
function frameBlocks(tree) {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'table') {
      parent.children[index] = frame('table', node);
      return SKIP;
    }
    if (node.tagName !== 'pre') return undefined;
    const [code] = node.children;
    if (code.properties.className?.includes(DIAGRAM)) {
      parent.children[index] = { ...node, properties: { className: ['mermaid'] }, children: code.children };
    } else {
      node.properties.tabIndex = 0;
      parent.children[index] = frame('code', node);
    }
    return SKIP;
  });
}

function frame(name, child) {
  return { type: 'element', tagName: 'div', properties: { className: [name] }, children: [child] };
}
