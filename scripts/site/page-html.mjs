import { addressFrom, outputOf } from './page-links.mjs';
import { CONTENTS_PAGE, listEntries } from './contents.mjs';

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** The script that sets the theme before the first paint, so that a dark page does not flash. */
const THEME_SCRIPT = `try{const t=localStorage.getItem('theme');if(t)document.documentElement.dataset.theme=t}catch{}`;

/**
 * The complete HTML of a page of the site.
 * @param page the result of `renderPage`
 * @param contents the result of `readContents`
 * @param holds the present effect of a decision, on the page of a decision
 */
export function pageHtml(page, contents, holds) {
  const root = addressFrom(page.path, '.') || '.';
  const asset = (name) => addressFrom(page.path, `assets/${name}`);
  const entries = listEntries(contents);
  return `<!doctype html>
<html lang="en" data-root="${root}/">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}${page.title === 'Truetally' ? '' : ' · Truetally'}</title>
<script>${THEME_SCRIPT}</script>
<link rel="stylesheet" href="${asset('site.css')}">
${page.hasDiagram ? `<script defer src="${asset('mermaid.js')}"></script>\n` : ''}<script defer src="${asset('site.js')}"></script>
</head>
<body>
<a class="skip" href="#${page.headings[0].id}">Skip to content</a>
<header>
<button type="button" class="menu" aria-expanded="false" aria-label="Menu">☰</button>
<a class="brand" href="${addressFrom(page.path, 'index.html')}">Truetally</a>
<form class="search" role="search"><input type="search" placeholder="Search, or ask: why is this figure partial?" aria-label="Search" aria-expanded="false" autocomplete="off" spellcheck="false"><ul hidden></ul></form>
<button type="button" class="theme" aria-label="Light or dark">◐</button>
</header>
<div class="columns">
<nav aria-label="Pages">
${contents.map((section) => sectionHtml(page, section)).join('\n')}
</nav>
<main>
<p class="trail">${trail(page, entries)}</p>
<article>
${holds === undefined ? page.html : page.html.replace('</h1>', `</h1>\n<p class="holds">${escaped(holds)}</p>`)}
</article>
${neighbours(page, entries)}
</main>
<aside>
${outline(page)}
</aside>
</div>
</body>
</html>
`;
}

function sectionHtml(page, { title, groups }) {
  const parts = groups.map(
    (group) =>
      `${group.title === undefined ? '' : `<h3>${escaped(group.title)}</h3>\n`}${entriesHtml(page, group.entries)}`,
  );
  return `<h2>${escaped(title)}</h2>\n${parts.join('\n')}`;
}

function entriesHtml(page, entries) {
  const items = entries.map((entry) => {
    const below = entry.entries.length === 0 ? '' : `\n${entriesHtml(page, entry.entries)}\n`;
    return `<li>${pageLink(page, entry)}${below}</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function pageLink(page, { title, path }) {
  const current = path === page.path ? ' aria-current="page"' : '';
  return `<a href="${addressFrom(page.path, outputOf(path))}"${current}>${escaped(title)}</a>`;
}

/** The breadcrumb of the page: its section, or the list that names it. */
function trail(page, entries) {
  const entry = entries.find(({ path }) => path === page.path);
  if (entry !== undefined) return escaped(entry.section);
  const list = page.path.startsWith('docs/decisions/') ? 'docs/decisions/README.md' : CONTENTS_PAGE;
  const title = list === CONTENTS_PAGE ? 'Documentation' : 'Decisions';
  return page.path === list ? '' : pageLink(page, { title, path: list });
}

function neighbours(page, entries) {
  const place = entries.findIndex(({ path }) => path === page.path);
  if (place < 0) return '';
  const [before, after] = [entries[place - 1], entries[place + 1]];
  const link = (entry, name) =>
    entry === undefined ? '<span></span>' : `<div class="${name}">${pageLink(page, entry)}</div>`;
  return `<footer>${link(before, 'before')}${link(after, 'after')}</footer>`;
}

function outline({ headings }) {
  const items = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ id, title, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escaped(title)}</a></li>`);
  return items.length < 2 ? '' : `<h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
}
