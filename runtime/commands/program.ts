import { Command, InvalidArgumentError } from 'commander';
import { faultText } from '../fault-text.ts';
import { UsageFault } from './usage-fault.ts';

/** The exit code of `getopt` and shells: a script can distinguish a typing error from a fault of the system. */
const USAGE_CODE = 2;
const EXIT_CODES = '\nExits with 0 on success, with 1 after a fault, and with 2 if the command line is invalid.';

/** Creates a command line in which `--help` explains the program and each of its commands. */
export function createProgram(typedAs: string, description: string): Command {
  return new Command(typedAs)
    .description(description)
    .helpOption('-h, --help', 'shows this help')
    .showHelpAfterError('(--help lists the options)')
    .addHelpText('afterAll', EXIT_CODES)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USAGE_CODE));
}

/**
 * Runs the command that was typed. A fault that a person can act on is shown as one sentence on standard error, without
 * a stack. `storesAway` is the sentence if Postgres or ClickHouse does not answer.
 */
export async function runProgram(program: Command, storesAway?: string): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(faultText(error, storesAway));
    process.exitCode = error instanceof UsageFault ? USAGE_CODE : 1;
  }
}

/** Reads an option whose value is a number above 0. */
export function positiveNumber(text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('It must be a number above 0.');
}
