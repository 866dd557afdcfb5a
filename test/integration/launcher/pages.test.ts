import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection } from '../../../runtime/addresses/connection.ts';
import { demoClient } from '../../../testing/api/demo-client.ts';
import { FIRST_HOUR } from '../../../testing/pages/first-hour.ts';
import { missingForms } from '../../../testing/pages/line-form.ts';
import { isSkippedBlock } from '../../../testing/pages/skipped-blocks.ts';
import { readBlocks, guidePages } from '../../../testing/pages/page-blocks.ts';
import { type PastingShell, type RanBlock, runPage } from '../../../testing/pages/run-page.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';
import {
  launchSystem,
  launchVariables,
  type LaunchedSystem,
  pastedPart,
} from '../../../testing/processes/launched-system.ts';
import { removeSystemHome } from '../../../testing/processes/system-home.ts';
import { makeFailedRun } from '../../../testing/reports/make-failed-run.ts';
import { measureQualityOverHttp } from './quality-over-http.ts';
import { tourOverHttp } from './tour-over-http.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const hasZsh = isThere('zsh');
const SHELLS: readonly PastingShell[] = hasZsh ? ['bash', 'zsh'] : ['bash'];
/** The time-out for one page in one shell. */
const PATIENCE_MS = 180_000;
/** The time-out for everything on a busy machine. */
const ALL_MS = 900_000;

let home: string;
let data: string;
let system: LaunchedSystem;
let announced: string;
let connection: Connection;

function isThere(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit 0']);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates a folder in which commands run as in the project. Files that commands write are visible only in this folder.
 */
function shadowOf(name: string): string {
  const folder = join(home, name);
  mkdirSync(folder);
  const own = ['.data', '.git', 'tokentriage.yaml'];
  for (const entry of readdirSync(PROJECT).filter((one) => !own.includes(one)))
    symlinkSync(join(PROJECT, entry), join(folder, entry));
  symlinkSync(data, join(folder, '.data'));
  return folder;
}

/** The blocks to paste by page: the output of `npm start`, then the README, then all guides. */
function pasted(): { page: string; blocks: Parameters<typeof runPage>[1] }[] {
  const printed = { page: 'npm start', line: 1, code: `${pastedPart(announced)}\n`, shown: undefined };
  const pages = guidePages().map((page) => ({
    page,
    blocks: readBlocks(page).filter((block) => !isSkippedBlock(block)),
  }));
  return [{ page: 'npm start', blocks: [printed] }, ...pages.filter(({ blocks }) => blocks.length > 0)];
}

/** The faults of a block that ran, as text; empty if it has none. */
function faultsOf(shell: PastingShell, { block, code, printed, complained }: RanBlock): string[] {
  const place = `${shell}: ${block.page}:${block.line}`;
  if (code !== 0) return [`${place} ${code === undefined ? 'hung' : `ended with ${code}`}\n${printed}${complained}`];
  const missing = block.shown === undefined ? [] : missingForms(block.shown, printed);
  return missing.map((line) => `${place} printed no line like\n${line}\nbut\n${printed}`);
}

/** Questions of the first hour that a page's first block did not answer; empty if the page answers none of them. */
function unanswered(shell: PastingShell, page: string, first: RanBlock | undefined): string[] {
  return FIRST_HOUR.filter((one) => one.page === page && !one.answer.test(first?.printed ?? '')).map(
    ({ question, answer }) =>
      `${shell}: ${page} does not answer "${question}": no ${String(answer)} in\n${first?.printed}`,
  );
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'truetally-pages-'));
  data = join(home, 'data');
  const [management] = await freePorts(1);
  system = launchSystem({ ...(await launchVariables(data)), TRUETALLY_MANAGEMENT_PORT: String(management) });
  announced = await system.announced;
  connection = JSON.parse(readFileSync(join(data, 'connection.json'), 'utf8')) as Connection;
  await makeFailedRun(demoClient(new URL(connection.base_url).origin, connection.credentials.owner));
}, ALL_MS);

afterAll(async () => {
  system.child.kill('SIGINT');
  await system.ended;
  removeSystemHome(join(data, 'postgres'));
  rmSync(home, { recursive: true, force: true });
});

it('a new user creates a service, calls under a limit, and reads refusal and audit, by HTTP alone', async () => {
  const [, name = '', oneTimePassword = ''] = /^ +first user +(\S+), one-time password (\S+)$/m.exec(announced) ?? [];
  expect(name).toBe('admin');
  const { password } = await tourOverHttp({ firstUser: { name, oneTimePassword }, connection });
  // The pages below log in with this file, as a reader who has chosen a password.
  writeFileSync(join(data, 'admin-password'), password, { mode: 0o600 });
}, 300_000);

it('a new user gets from traffic to a rate with an interval, over a refused comparison and a refused fit', async () => {
  expect(await measureQualityOverHttp({ connection, dataFolder: data })).toMatch(/^qcal_/);
}, 300_000);

if (!hasZsh) it.skip('ZSH IS MISSING: pages run in bash alone; install it (`apt-get install zsh`) as .ci/run does');

it(
  'pasted page blocks run in each available shell, print the shown output and answer the first questions',
  { timeout: ALL_MS },
  async () => {
    // The shells run each page one after the other, because the page creates resources with the same names in both.
    const before = new Map<string, Promise<void>>();
    const lanes = SHELLS.map(async (shell) => {
      const cwd = shadowOf(shell);
      const env = { HOME: cwd, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, TERM: 'dumb' };
      const faults: string[] = [];
      for (const { page, blocks } of pasted()) {
        const earlier = before.get(page);
        const running = (async () => {
          await earlier;
          const ran = await runPage(shell, blocks, { cwd, env, patienceMs: PATIENCE_MS });
          // The blocks after the first fault of a page did not run.
          faults.push(...ran.flatMap((one) => faultsOf(shell, one)).slice(0, 1), ...unanswered(shell, page, ran[0]));
        })();
        before.set(page, running);
        await running;
      }
      return faults;
    });
    expect((await Promise.all(lanes)).flat()).toEqual([]);
  },
);
