import MiniSearch from 'minisearch';
import { outputOf } from './page-links.mjs';
import { INDEX_OPTIONS } from './browser/find-pages.mjs';

/** The weights of hits by the section of their page. Tasks weigh more than descriptions. */
const WEIGHTS = { 'Start here': 1.2, 'How to': 1.5 };
/** Decisions and the changelog have a low weight, because they match most queries but seldom answer them. */
const RECORD = /^(docs\/decisions\/|CHANGELOG\.md)/;
const RECORD_WEIGHT = 0.3;
const EXCERPT_CHARACTERS = 160;

/**
 * The index of the search: a document for each section of each page.
 * @param pages the results of `renderPage`
 * @param sectionOf returns the title of the section that lists a path in the contents, or undefined
 */
export function buildSearchIndex(pages, sectionOf) {
  const index = new MiniSearch(INDEX_OPTIONS);
  for (const page of pages) {
    const weight = RECORD.test(page.path) ? RECORD_WEIGHT : (WEIGHTS[sectionOf(page.path)] ?? 1);
    page.sections.forEach(({ id, title, text }, place) => {
      const file = outputOf(page.path);
      const heading = place === 0 ? '' : title;
      const excerpt = text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS)}…` : text;
      const url = place === 0 ? file : `${file}#${id}`;
      index.add({ url, file, title: page.title, heading, text, excerpt, weight });
    });
  }
  return index;
}
