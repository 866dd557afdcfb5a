// Builds the package of `tt`: the entry, the commands in parts that load on demand, and every page that the entry
// answers without them.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bashCompletion, fishCompletion, zshCompletion } from '../../cli/render/completions.ts';
import { commandPage, groupPage, rootPage } from '../../cli/render/help-pages.ts';
import { manPages } from '../../cli/render/man-pages.ts';
import { TOPICS } from '../../cli/render/topics.ts';
import type { Command, Group } from '../../cli/tree/command.ts';
import { GROUPS } from '../../cli/program/groups.ts';
import { readVersions } from './version-document.ts';
import { withoutCustomSections } from './without-custom-sections.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Builds the package into a folder, which it replaces. */
export async function buildCli(folder: string): Promise<void> {
  const groups = await Promise.all(Object.values(GROUPS).map(async (load) => await load()));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shared = {
    absWorkingDir: PROJECT,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  } as const;
  await build({
    ...shared,
    entryPoints: ['cli/entry/tt.ts'],
    outfile: join(folder, 'tt.cjs'),
    format: 'cjs',
    minifySyntax: true,
    banner: { js: '#!/usr/bin/env node' },
  });
  await build({
    ...shared,
    // Threads are separate programs in the folder of the entry.
    entryPoints: [
      { in: 'cli/program/main.ts', out: 'main' },
      { in: 'cli/logs/count/part-thread.ts', out: 'part-thread' },
    ],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url); const __dirname = import.meta.dirname; const __filename = import.meta.filename;",
    },
  });
  // jq looks for its WebAssembly in the folder of the part that contains it.
  const jq = readFileSync(join(PROJECT, 'node_modules', 'jq-web', 'jq.wasm'));
  writeFileSync(join(folder, 'parts', 'jq.wasm'), withoutCustomSections(jq));
  chmodSync(join(folder, 'tt.cjs'), 0o755);
  writePages(folder, groups, await readVersions());
}

function writePages(
  folder: string,
  groups: readonly Group[],
  { document, text }: Awaited<ReturnType<typeof readVersions>>,
): void {
  const write = (path: readonly string[], text: string): void => {
    mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
    writeFileSync(join(folder, ...path), text);
  };
  write(['help', 'tt.txt'], rootPage(groups, TOPICS));
  for (const { name, summary, commands } of groups) {
    for (const words of prefixesOf(commands, name)) {
      const below = commands.filter((command) => isBelow(command, words));
      const own = below.find((command) => command.words.length === words.length);
      const page = own === undefined ? groupPage(words, summary, below) : commandPage(own);
      write(['help', `tt-${words.join('-')}.txt`], page);
    }
  }
  for (const { name, text } of TOPICS) write(['topics', `${name}.txt`], `${text}\n`);
  write(['completions', 'tt.bash'], bashCompletion(groups));
  write(['completions', 'tt.zsh'], zshCompletion(groups));
  write(['completions', 'tt.fish'], fishCompletion(groups));
  write(['version.txt'], `${text}\n`);
  write(['version.json'], `${JSON.stringify(document, undefined, 2)}\n`);
  const edition = { version: document.version, day: buildDay() };
  for (const page of manPages(groups, TOPICS, edition)) write(['man', `${page.name}.1`], page.text);
}

/** The day of the build. `SOURCE_DATE_EPOCH`, in seconds, makes builds of the same sources equal. */
function buildDay(): string {
  const seconds = process.env['SOURCE_DATE_EPOCH'];
  const at = seconds === undefined ? new Date() : new Date(Number(seconds) * 1_000);
  return at.toISOString().slice(0, 10);
}

/** Every beginning of the words of a group's commands, shortest first. */
function prefixesOf(commands: readonly Command[], name: string): string[][] {
  const all = new Set([
    name,
    ...commands.flatMap(({ words }) => words.map((_word, index) => words.slice(0, index + 1).join(' '))),
  ]);
  return [...all].map((words) => words.split(' '));
}

function isBelow({ words }: Command, prefix: readonly string[]): boolean {
  return prefix.every((word, index) => words[index] === word);
}
