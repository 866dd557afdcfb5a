import { join, normalize } from 'node:path/posix';
import { toString } from 'mdast-util-to-string';
import { EXIT, visit } from 'unist-util-visit';
import { parsePage } from '../prose/plain-prose.mjs';

/** The page that lists all others, and the folder that its links are relative to. */
export const CONTENTS_PAGE = 'docs/README.md';
const FOLDER = 'docs';

/**
 * The contents of the site: the sections of `docs/README.md` (`##`) with their groups (`###`) of entries. An entry is
 * an item of a list. It consists of the item's first link, and of the entries in the list below the item.
 * @param text the content of `docs/README.md`
 */
export function readContents(text) {
  const sections = [];
  for (const node of parsePage(CONTENTS_PAGE, text).tree.children) {
    if (node.type === 'heading' && node.depth === 2) sections.push({ title: toString(node), groups: [] });
    else if (node.type === 'heading' && node.depth === 3)
      sections.at(-1).groups.push({ title: toString(node), entries: [] });
    else if (node.type === 'list') groupOf(sections.at(-1)).entries.push(...node.children.map(entryOf));
  }
  return sections;
}

/** The group that a list belongs to: the last group of the section, or a new group without a title if it has none. */
function groupOf(section) {
  if (section.groups.length === 0) section.groups.push({ title: undefined, entries: [] });
  return section.groups.at(-1);
}

function entryOf(item) {
  let first;
  visit(item, 'link', (link) => {
    first = link;
    return EXIT;
  });
  const below = item.children.find(({ type }) => type === 'list');
  return {
    title: toString(first),
    path: normalize(join(FOLDER, first.url)),
    entries: below?.children.map(entryOf) ?? [],
  };
}

/** All entries in reading order, each with the title of its section. */
export function listEntries(contents) {
  const flat = (entries) => entries.flatMap((entry) => [entry, ...flat(entry.entries)]);
  return contents.flatMap(({ title, groups }) =>
    groups.flatMap(({ entries }) => flat(entries).map((entry) => ({ ...entry, section: title }))),
  );
}
