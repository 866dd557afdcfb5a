import { spawnSync } from 'node:child_process';
import { createProgram } from '../../runtime/commands/program.ts';
import { readAdvisories } from './read-advisories.ts';

createProgram(
  'npm run audit:dependencies --',
  'Fails if a production dependency has a known high or critical vulnerability. Prints a notice if advisories cannot be read.',
).parse();
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const reading = readAdvisories(stdout === '' ? stderr : stdout);

if (reading.kind === 'unread') {
  console.log(`NO ADVISORIES COULD BE READ: ${reading.reason}`);
  console.log('The dependencies were not checked, so they may have known vulnerabilities.');
} else if (reading.findings.length === 0) {
  console.log(`There is no high or critical advisory for the ${reading.packages} production packages.`);
} else {
  console.error(`High or critical advisories:\n${reading.findings.map((finding) => `  ${finding}`).join('\n')}`);
  process.exitCode = 1;
}
