import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guidePages } from '../../../testing/pages/page-blocks.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const PAGES = [...guidePages(), 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const text = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

const folders = readdirSync(PROJECT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
  .map(({ name }) => name);
/**
 * A path in the project, as a whole span of code: `store/ingest/plan-batch.ts`, or a folder with or without its last
 * slash.
 */
const PATH = new RegExp(`\`((?:${folders.join('|')})/[\\w./-]*)\``, 'g');

/** Every path that a page names, as page and path. */
function pathsOf(page: string): [string, string][] {
  return [...text(page).matchAll(PATH)].map(([, path = '']) => [page, path]);
}

describe('docs/README.md', () => {
  it('lists every page of the documentation', () => {
    const index = text('docs/README.md');
    const links = [...index.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => `docs/${link}`);
    const pages = guidePages().filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
    expect(pages.filter((page) => !links.includes(page))).toEqual([]);
  });
});

const DECISIONS = readdirSync(join(PROJECT, 'docs', 'decisions')).map((name) => name.slice(0, 4));

describe('what pages name', () => {
  it('is in the project, if it is the path of a file or a folder', () => {
    const named = PAGES.flatMap(pathsOf);
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter(([, path]) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });

  it('is a decision, if it is the number of one', () => {
    const named = [...PAGES, 'CHANGELOG.md'].flatMap((page) =>
      [...text(page).matchAll(/\bdecisions? (\d{4})\b|\((0[0-4]\d{2}(?:, \d{4})*)\)/g)]
        .flatMap(([, one, several]) => (one ?? several ?? '').split(', '))
        .map((number) => [page, number] as const),
    );
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter(([, number]) => !DECISIONS.includes(number))).toEqual([]);
  });
});

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** What outside of pages names a page with one of its headings. */
const NAMING = ['deploy/prometheus/alerts.yml', 'deploy/configuration.yml', 'deploy/management.yml'];

describe('what files of the product name of pages', () => {
  it('are pages and headings that exist', () => {
    const sources = ['api', 'contracts', 'launcher', 'operator', 'providers', 'proxy', 'runtime', 'scripts'].flatMap(
      (folder) =>
        readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => /\.(ts|mjs|json)$/.test(name))
          .map((name) => `${folder}/${name}`),
    );
    const named = [...NAMING, ...sources].flatMap((file) =>
      [...text(file).matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)].map(([, page = '', anchor]) => ({
        file,
        page,
        anchor,
      })),
    );
    expect(named.length).toBeGreaterThan(60);
    const missing = named.filter(({ page, anchor }) => {
      if (!existsSync(join(PROJECT, page))) return true;
      const anchors = [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
      return anchor !== undefined && !anchors.includes(anchor);
    });
    expect(missing).toEqual([]);
  });
});
