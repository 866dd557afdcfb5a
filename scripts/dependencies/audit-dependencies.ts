import { spawnSync } from 'node:child_process';
import { createProgram } from '../../runtime/commands/program.ts';
import { readAdvisories } from './read-advisories.ts';

createProgram(
  'npm run audit:dependencies --',
  'Fails on a known vulnerability, high or critical, of anything that production runs; says so when nothing could be asked.',
).parse();
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const reading = readAdvisories(stdout === '' ? stderr : stdout);

if (reading.kind === 'unread') {
  console.log(`NO ADVISORIES COULD BE READ: ${reading.reason}`);
  console.log('Whether a dependency has a known vulnerability is not known. This is no finding, and no all-clear.');
} else if (reading.findings.length === 0) {
  console.log(`No high or critical advisory for the ${reading.packages} packages that production runs.`);
} else {
  console.error(`High or critical advisories:\n${reading.findings.map((finding) => `  ${finding}`).join('\n')}`);
  process.exitCode = 1;
}
