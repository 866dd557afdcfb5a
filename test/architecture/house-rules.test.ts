import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');
const OXLINT = join(PROJECT, 'node_modules', 'oxlint', 'bin', 'oxlint');

/** One fault per line. */
const FAULTS = [
  ["import { sibling } from './sibling.ts';", ''],
  ["import { above } from '../above.ts';", 'house(siblings-last)'],
  ["import { Pool } from 'pg';", 'house(default-pg-import) house(packages-first)'],
  ['const rows: string[] = [];', ''],
  ['const [row] = rows;', 'house(checked-rows)'],
  ['export const made = [new Date(), new Date(0)];', 'house(injected-clock)'],
  ['export const pause = (): void => void setTimeout(() => undefined, 1);', 'eslint(no-restricted-globals)'],
  ['export const length: number = rows[0];', 'typescript(TS2322)'],
  ['export async function forget(): Promise<void> { Promise.resolve(row); }', 'typescript(no-floating-promises)'],
  ['export const used = [above, sibling, Pool];', ''],
] as const;

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly labels: readonly { span: { line: number } }[] }[];
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'truetally-rules-'));
  await mkdir(join(folder, 'domain'));
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'scripts/lint']) {
    await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  }
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  // The nearest package decides whether a file is a module. Without this file, that could be any package above the
  // folder.
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'above.ts'), 'export const above = 1;\n');
  await writeFile(join(folder, 'domain', 'sibling.ts'), 'export const sibling = 1;\n');
  await writeFile(join(folder, 'domain', 'faults.ts'), `${FAULTS.map(([line]) => line).join('\n')}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

it('the linter reports a violation of every own rule, of a typed rule and of a type', async () => {
  const report = await lint(folder);
  const found = FAULTS.map((_, index) =>
    report.diagnostics
      .filter(({ labels }) => labels[0]?.span.line === index + 1)
      .map(({ code }) => code)
      .filter((code) => code !== 'typescript(require-await)')
      .sort()
      .join(' '),
  );
  expect(found).toEqual(FAULTS.map(([, codes]) => codes));
});

it('the configuration includes every own rule', async () => {
  const plugin = (await import(join(PROJECT, 'scripts', 'lint', 'house-rules.js'))) as { default: { rules: object } };
  const configuration = await readFile(join(PROJECT, '.oxlintrc.json'), 'utf8');
  const configured = [...configuration.matchAll(/"house\/([a-z-]+)": "error"/g)].map((found) => found[1]);
  expect(configured.sort()).toEqual(Object.keys(plugin.default.rules).sort());
});

/** The linter's report on a folder. The linter exits with 1 if it reports anything. */
async function lint(cwd: string): Promise<Report> {
  const run = promisify(execFile);
  const ended = await run(process.execPath, [OXLINT, '--format', 'json'], { cwd }).catch((error: unknown) => error);
  return JSON.parse((ended as { stdout: string }).stdout) as Report;
}
