import MiniSearch from 'minisearch';
import { findPages, INDEX_OPTIONS } from './find-pages.mjs';

const MAX_HITS = 8;

/**
 * Shows a list of hits for the text in the search box. Arrow keys move through the list, Enter opens a hit, Escape
 * closes the list, and `/` moves the focus to the box.
 * @param root the address of the site's folder, relative to the page
 */
export function startSearch(root) {
  const box = document.querySelector('.search input');
  const list = document.querySelector('.search ul');
  let loading;

  async function show() {
    const query = box.value.trim();
    loading ??= loadIndex(root);
    const index = await loading;
    // The user changed the query while the index was loading.
    if (query !== box.value.trim()) return;
    const hits = query === '' ? [] : findPages(index, query, MAX_HITS);
    list.replaceChildren(
      ...(query !== '' && hits.length === 0 ? [nothing(query)] : hits.map((hit) => item(root, hit))),
    );
    setOpen(query !== '');
  }

  function setOpen(isOpen) {
    list.hidden = !isOpen;
    box.setAttribute('aria-expanded', String(isOpen));
  }

  function move(step) {
    const links = [...list.querySelectorAll('a')];
    if (links.length === 0) return;
    const place = links.indexOf(document.activeElement) + step;
    if (place < 0) box.focus();
    else links[Math.min(place, links.length - 1)].focus();
  }

  box.addEventListener('input', show);
  box.addEventListener('focus', show);
  box.form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  box.form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      setOpen(false);
      box.blur();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  });
  document.addEventListener('click', ({ target }) => {
    if (!box.form.contains(target)) setOpen(false);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) return;
    event.preventDefault();
    box.focus();
  });
}

/** Loads the index with a script that sets a variable, because a page that was opened as a file cannot use `fetch`. */
async function loadIndex(root) {
  const script = document.createElement('script');
  script.async = true;
  script.src = `${root}assets/search-index.js`;
  await new Promise((settle, fail) => {
    script.addEventListener('load', settle);
    script.addEventListener('error', () => fail(new Error(`${script.src} cannot be loaded.`)));
    document.head.append(script);
  });
  return MiniSearch.loadJS(globalThis.searchIndex, INDEX_OPTIONS);
}

function item(root, { url, title, heading, excerpt }) {
  const link = document.createElement('a');
  link.href = `${root}${url}`;
  link.append(part('strong', heading === '' ? title : `${title}: ${heading}`), part('span', excerpt));
  return part('li', link);
}

function nothing(query) {
  return part('li', `No page contains “${query}”. Try a term from the glossary.`);
}

function part(name, content) {
  const element = document.createElement(name);
  element.append(content);
  return element;
}
