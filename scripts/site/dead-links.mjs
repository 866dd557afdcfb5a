import { dirname, join, normalize } from 'node:path/posix';

const LINK = /\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;
const OUTSIDE = /^[a-z][a-z+.-]*:/;

/**
 * The broken links of a site, as `page: link`.
 * @param pages the HTML of each page, by its file in the site
 * @param files the other files of the site
 */
export function findDeadLinks(pages, files) {
  const ids = new Map([...pages].map(([file, html]) => [file, new Set([...html.matchAll(ID)].map(([, id]) => id))]));
  return [...pages].flatMap(([file, html]) =>
    [...html.matchAll(LINK)]
      .map(([, link]) => link)
      .filter((link) => !OUTSIDE.test(link) && !leadsSomewhere(file, link))
      .map((link) => `${file}: ${link}`),
  );

  function leadsSomewhere(file, link) {
    const [path, anchor] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path));
    if (anchor === undefined) return pages.has(target) || files.has(target);
    return ids.get(target)?.has(decodeURIComponent(anchor)) === true;
  }
}
