import { dirname, join, normalize, relative } from 'node:path/posix';
import { visit } from 'unist-util-visit';
import { OUTSIDE } from '../prose/check-links.mjs';

/** The files that are not pages and are copied to the same path of the site. */
const COPIED = /^docs\/.*\.(json|png|svg)$/;

/**
 * The file of a page in the site, such as `docs/gateway.html` for `docs/gateway.md`. A README becomes the index of its
 * folder.
 */
export function outputOf(path) {
  return path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html');
}

/** The address of a file of the site in the links of a page. It is relative, so that the site works in any folder. */
export function addressFrom(page, file) {
  return relative(dirname(outputOf(page)), file);
}

/**
 * Changes the links of a page to pages of the site. A link to a source file becomes text, because the site contains no
 * source files.
 * @param tree the Markdown of the page, which this function changes
 * @param isPage returns true if a path of the project is a page of the site
 */
export function rewriteLinks(tree, path, isPage) {
  visit(tree, ['link', 'image', 'definition'], (node, index, parent) => {
    if (OUTSIDE.test(node.url)) return;
    const [link, anchor] = node.url.split('#');
    if (link === '') return;
    const target = normalize(join(dirname(path), link));
    const page = [target, join(target, 'README.md')].find(isPage);
    if (page !== undefined) {
      node.url = addressFrom(path, outputOf(page)) + (anchor === undefined ? '' : `#${anchor}`);
    } else if (!COPIED.test(target)) {
      const data = { hName: 'span', hProperties: { className: ['source'], title: `${target}, in the repository` } };
      parent.children[index] = { type: 'source', children: node.children, data };
    }
  });
}
