import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../runtime/commands/program.ts';
import { breakingChanges, type Contract } from './breaking-changes.ts';

const PROJECT = join(import.meta.dirname, '../..');
const DOCUMENT = 'api/management-openapi.json';

const { since } = createProgram(
  'npm run epoch:check --',
  'Compares the description of the management plane with an earlier one. Within an epoch, no change may break clients.',
)
  .option('--since <revision>', 'the revision of the repository to compare with', 'HEAD')
  .parse()
  .opts<{ since: string }>();

const before = committedAt(since);
if (before === undefined) console.log(`There is no ${DOCUMENT} at ${since}, so nothing was compared.`);
else compare(before, JSON.parse(readFileSync(join(PROJECT, DOCUMENT), 'utf8')) as Contract);

/**
 * Compares two contracts. A new epoch may break clients: breaking changes are then reported, but do not fail the check.
 */
function compare(before: Contract, now: Contract): void {
  const found = breakingChanges(before, now);
  for (const text of found) console.error(text);
  const [epoch, newEpoch] = [before, now].map(({ info }) => info.version.split('.')[0]);
  if (found.length === 0) console.log(`${now.info.version} has no breaking changes since ${before.info.version}.`);
  else if (epoch === newEpoch) {
    console.error(`Epoch ${epoch} allows no breaking changes. Make only compatible additions, or start a new epoch.`);
    process.exitCode = 1;
  }
}

function committedAt(revision: string): Contract | undefined {
  try {
    const text = execFileSync('git', ['show', `${revision}:${DOCUMENT}`], {
      cwd: PROJECT,
      stdio: 'pipe',
      encoding: 'utf8',
    });
    return JSON.parse(text) as Contract;
  } catch {
    return undefined;
  }
}
