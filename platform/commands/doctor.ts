import { parseArgs } from 'node:util';
import { diagnose } from '../doctor/doctor.ts';
import { reportText } from '../doctor/report-text.ts';

const USAGE = 'Usage: npm run doctor [-- --json]';

/** `npm run doctor`: what answers, in which state, and what to do about it. Ends with 1 where there is any fault. */
async function main(args: readonly string[]): Promise<number> {
  const json = wantsJson(args);
  if (json === undefined) {
    console.error(USAGE);
    return 1;
  }
  const findings = await diagnose(process.env);
  console.log(json ? JSON.stringify(findings, undefined, 2) : reportText(findings));
  return findings.some(({ state }) => state === 'fault') ? 1 : 0;
}

/** Undefined where the arguments are none of ours. */
function wantsJson(args: readonly string[]): boolean | undefined {
  try {
    return parseArgs({ args: [...args], options: { json: { type: 'boolean' } } }).values.json === true;
  } catch {
    return undefined;
  }
}

const code = await main(process.argv.slice(2));
// Whatever still waits for an engine that hangs waits for nobody.
process.stdout.write('', () => process.exit(code));
