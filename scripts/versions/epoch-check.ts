import { join } from 'node:path';
import { createProgram } from '../../runtime/commands/program.ts';
import { ACCEPTED_CHANGES } from './accepted-changes.ts';
import { checkVersions } from './check-versions.ts';

const { since } = createProgram(
  'npm run epoch:check --',
  'Compares the OpenAPI documents with those of the last release, and each committed version with the one before it. ' +
    'Within an epoch, no change may break clients.',
)
  .option('--since <revision>', 'another revision of the repository to compare with, such as origin/main')
  .parse()
  .opts<{ since?: string }>();

const { faults, notices } = checkVersions(join(import.meta.dirname, '..', '..'), since);
for (const notice of notices) console.log(notice);
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log('The OpenAPI documents keep every promise.');
else {
  console.error(
    'Make only compatible additions, or start a new epoch. ' +
      `If no client of the last release is affected, add the change to ${ACCEPTED_CHANGES} with the reason.`,
  );
  process.exitCode = 1;
}
