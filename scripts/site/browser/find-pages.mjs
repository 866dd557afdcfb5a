/** Common words of questions, which the search ignores. */
const STOP_WORDS = new Set(
  'a about all an and any are as at be been by can cannot could did do does for from had has have how i if in into is it its me my of on or our should so than that the their them then there these they this those to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** The form of a word in the index and in searches, in lower case and singular. It is null for a stop word. */
export function searchTerm(word) {
  const term = word.toLowerCase();
  if (STOP_WORDS.has(term)) return null;
  return term.length > 3 && /[^s]s$/.test(term) ? term.slice(0, -1) : term;
}

/** The options of the index and its searches, which the build, the page and the tests share. */
export const INDEX_OPTIONS = {
  idField: 'url',
  fields: ['title', 'heading', 'text'],
  storeFields: ['file', 'title', 'heading', 'excerpt', 'weight'],
  processTerm: searchTerm,
  searchOptions: {
    boost: { title: 4, heading: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boostDocument: (_url, _term, { weight }) => weight,
  },
};

/**
 * The pages that match a query, best first, each with its best section.
 * @param index a MiniSearch with INDEX_OPTIONS
 */
export function findPages(index, query, limit) {
  const best = new Map();
  for (const hit of index.search(query)) {
    if (!best.has(hit.file)) best.set(hit.file, hit);
    if (best.size === limit) break;
  }
  return [...best.values()].map(({ id, file, title, heading, excerpt }) => ({
    url: id,
    file,
    title,
    heading,
    excerpt,
  }));
}
