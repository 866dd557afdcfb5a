import { createProgram, runProgram } from '../runtime/commands/program.ts';
import { showWaiting } from '../runtime/commands/show-waiting.ts';
import { diagnose } from './doctor/diagnose.ts';
import { doctorDocument } from './doctor/doctor-document.ts';
import { reportText } from './doctor/report-text.ts';

const program = createProgram('npm run doctor --', 'Checks every part of a system, and prints a remedy for each fault.')
  .option('--json', 'prints one JSON document')
  .action(async ({ json }: { json?: true }) => {
    const clock = { now: () => new Date() };
    const findings = await showWaiting('checking every part', diagnose(process.env, clock));
    console.log(json === true ? JSON.stringify(doctorDocument(findings), undefined, 2) : reportText(findings));
    process.exitCode = findings.some(({ state }) => state === 'fault') ? 1 : 0;
  });

await runProgram(program);
// The explicit exit abandons checks that still wait for an unresponsive engine.
process.stdout.write('', () => process.exit());
