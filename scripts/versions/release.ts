import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createProgram, runProgram } from '../../runtime/commands/program.ts';
import { makeRelease } from './make-release.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

const program = createProgram(
  'npm run release --',
  'Makes a release in the working tree: the version, the changelog, the generated files and the documents of ' +
    'api/released. It commits nothing.',
)
  .argument('<version>', 'the version of the release, such as 0.3.0')
  .option('--date <day>', 'the UTC date of the release', new Date(Date.now()).toISOString().slice(0, 10))
  .action((version: string, { date }: { readonly date: string }) => {
    makeRelease({ project: PROJECT, version, day: date, generate: () => runScript('generate') });
    console.log(
      `The working tree is release ${version}. Name the version in the heading of docs/upgrade.md, run \`npm test\`, ` +
        'and commit all changed and new files together.',
    );
  });
await runProgram(program);

function runScript(name: string): void {
  execFileSync('npm', ['run', '--silent', name], { cwd: PROJECT, stdio: 'inherit' });
}
