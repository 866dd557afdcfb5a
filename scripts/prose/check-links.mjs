import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** The start of links that leave the project. */
export const OUTSIDE = /^[a-z][a-z+.-]*:/;

/** The anchors that GitHub generates for the headings of a page. */
export function anchorsOf(tree) {
  const slugger = new GithubSlugger();
  const anchors = new Set();
  visit(tree, 'heading', (heading) => void anchors.add(slugger.slug(toString(heading))));
  return anchors;
}

/**
 * Reports links to files and headings that do not exist.
 * @param project the absolute path of the project
 * @param anchorsOfPage the anchors of each page, by its path in the project
 */
export function checkLinks(project, anchorsOfPage, { tree, file }) {
  visit(tree, ['link', 'image', 'definition'], ({ url, position }) => {
    if (OUTSIDE.test(url)) return;
    const [path = '', anchor] = url.split('#');
    const target = path === '' ? file.path : normalize(join(dirname(file.path), path));
    const report = (text) => file.message(text, { place: position, source: 'prose', ruleId: 'link' });
    if (!existsSync(join(project, target))) report(`no file: ${url}`);
    else if (anchor !== undefined && !anchorsOfPage.get(target)?.has(anchor)) report(`no heading: ${url}`);
  });
}
