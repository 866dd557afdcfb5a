import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize } from 'node:path/posix';
import { promisify } from 'node:util';
import { Browser } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listEntries, readContents } from '../../../scripts/site/contents.mjs';
import { findDeadLinks } from '../../../scripts/site/dead-links.mjs';
import { FIRST_HOUR } from '../../../testing/pages/first-hour.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const SITE = join(PROJECT, '.cache', 'site');
/** The folder of the site below its server, as on a host of static pages. */
const MOUNTED = '/some/folder/';
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const SECTIONS = ['Start here', 'How to', 'Reference', 'Explanation'];
/** The number of hits among which a question's page must be. */
const FIRST_HITS = 3;

/** The time-out of the build on a busy machine. */
const BUILD_MS = 240_000;

let html: Map<string, string>;
let server: Server;
let origin: string;

beforeAll(async () => {
  await promisify(execFile)('npm', ['run', '--silent', 'docs'], { cwd: PROJECT });
  const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  html = new Map(files.map((name) => [name, readFileSync(join(SITE, name), 'utf8')]));
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://site').pathname;
    const file = path.startsWith(MOUNTED) ? path.slice(MOUNTED.length) : '';
    response.setHeader('content-type', TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain');
    try {
      response.end(readFileSync(join(SITE, file)));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((settle) => server.once('listening', settle));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, BUILD_MS);
afterAll(() => server.close());

describe('the site', () => {
  it('has every page of the documentation, and the contents link to each', () => {
    const pages = readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    const listed = listEntries(readContents(readFileSync(join(PROJECT, 'docs', 'README.md'), 'utf8')));
    const files = [...pages, ...listed.map(({ path }) => path)].map((path) =>
      path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html'),
    );
    expect([...html.keys()].sort()).toEqual([...new Set(files)].sort());
    expect([...reachedFrom('index.html')].sort()).toEqual([...html.keys()].sort());
  });

  it('has the sections of the contents in its sidebar', () => {
    const sidebar = /<nav aria-label="Pages">(.*?)<\/nav>/s.exec(html.get('docs/gateway.html') ?? '')?.[1] ?? '';
    expect([...sidebar.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual(SECTIONS);
    expect([...sidebar.matchAll(/aria-current="page">(.*?)<\/a>/g)].map(([, title]) => title)).toEqual(['Gateway']);
  });

  it('loads nothing from other sites', () => {
    const loaded = [...html].flatMap(([file, page]) =>
      [...page.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*?\s(?:src|href)="([^"]*)"/g)].map(([, url = '']) => ({
        file,
        url,
      })),
    );
    expect(loaded.length).toBeGreaterThan(html.size);
    expect(loaded.filter(({ url }) => /^([a-z]+:|\/)/.test(url))).toEqual([]);
    expect(readFileSync(join(SITE, 'assets', 'site.css'), 'utf8')).not.toMatch(/@import|url\(/);
  });

  it('cannot be built with a broken link', () => {
    const pages = new Map([
      [
        'index.html',
        '<a href="docs/page.html#part">a</a> <a href="gone.html">b</a> <a href="https://a.example/">c</a>',
      ],
      ['docs/page.html', '<h2 id="part">d</h2> <a href="../index.html">e</a> <a href="#gone">f</a> <img src="g.png">'],
    ]);
    expect(findDeadLinks(pages, new Set(['docs/g.png']))).toEqual(['index.html: gone.html', 'docs/page.html: #gone']);
  });
});

describe('the search of the site', () => {
  it('finds the page of each question of the first hour among its first three hits', async () => {
    const found = await Promise.all([openPage('index.html'), openPage('docs/decisions/index.html')]);
    const hits: string[][] = [];
    for (const [place, { question }] of FIRST_HOUR.entries()) {
      hits.push(await found[place % 2]!.hitsOf(question));
    }
    const missing = FIRST_HOUR.filter(({ page }, place) => {
      const file = page.replace(/\.md$/, '.html');
      return !hits[place]!.slice(0, FIRST_HITS).includes(`${origin}${MOUNTED}${file}`);
    });
    expect(missing.map(({ question }) => question)).toEqual([]);
  });
});

/** Every page that links lead to from a page, including that page. */
function reachedFrom(start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const links = [...(html.get(file) ?? '').matchAll(/<a [^>]*?href="([^":#]+)/g)].map(([, link = '']) => link);
    waiting.push(...links.map((link) => normalize(join(dirname(file), link))).filter((target) => html.has(target)));
  }
  return reached;
}

/** Opens a page of the served site with its script, and returns the hits of its search box for a question. */
async function openPage(file: string): Promise<{ hitsOf: (question: string) => Promise<string[]> }> {
  const browser = new Browser({
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  onTestFinished(() => browser.close());
  const page = browser.newPage();
  await page.goto(`${origin}${MOUNTED}${file}`);
  await page.waitUntilComplete();
  const { document, Event } = page.mainFrame.window;
  return {
    async hitsOf(question) {
      const box = document.querySelector('.search input') as unknown as {
        value: string;
        dispatchEvent: (event: unknown) => void;
      };
      box.value = question;
      box.dispatchEvent(new Event('input'));
      await page.waitUntilComplete();
      return [...document.querySelectorAll('.search li a')].map((link) =>
        (link as unknown as { href: string }).href.replace(/#.*/, ''),
      );
    },
  };
}
