import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../runtime/commands/program.ts';
import { breakingChanges, type Contract } from './breaking-changes.ts';

const PROJECT = join(import.meta.dirname, '../..');
const DOCUMENT = 'api/management-openapi.json';

const { since } = createProgram(
  'npm run epoch:check --',
  'Holds the description of the management plane against an earlier one: within an epoch, things are only added.',
)
  .option('--since <revision>', 'of the repository', 'HEAD')
  .parse()
  .opts<{ since: string }>();

const before = committedAt(since);
if (before === undefined) console.log(`There is no ${DOCUMENT} at ${since}: nothing to compare with.`);
else compare(before, JSON.parse(readFileSync(join(PROJECT, DOCUMENT), 'utf8')) as Contract);

/**
 * Compares two contracts. A new epoch may break clients: breaking changes are then reported, but do not fail the check.
 */
function compare(before: Contract, now: Contract): void {
  const found = breakingChanges(before, now);
  for (const text of found) console.error(text);
  const [epoch, newEpoch] = [before, now].map(({ info }) => info.version.split('.')[0]);
  if (found.length === 0) console.log(`Nothing breaks between ${before.info.version} and ${now.info.version}.`);
  else if (epoch === newEpoch) {
    console.error(
      `Epoch ${epoch} promises that none of this happens. Add beside what there is, or begin another epoch.`,
    );
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
