import { CommandFault, usageFault } from '../output/command-fault.ts';
import { EXIT_CODES } from '../output/exit-codes.ts';
import { faultDocument, faultText } from '../output/fault-text.ts';
import { printResult } from '../output/print-result.ts';
import { createProgress } from '../output/progress.ts';
import { screenOf } from '../output/screen.ts';
import { createSettings } from '../settings/settings.ts';
import { readConfigurationFile } from '../settings/configuration-file.ts';
import type { Command } from '../tree/command.ts';
import type { GlobalValues } from '../tree/global-flags.ts';
import type { Context } from '../tree/context.ts';
import { GROUPS } from './groups.ts';
import { findCommand } from './find-command.ts';
import { nearest } from './nearest.ts';
import { commandWords, parseArguments } from './parse-arguments.ts';

/** Runs the command of a line, and returns its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const { env } = process;
  // The line cannot be parsed before its command is known, and its faults depend on these two flags.
  const isJson = argv.includes('--json') || argv.includes('--jq');
  const isDebug = argv.includes('--debug');
  const errorScreen = screenOf(process.stderr, env, 'auto');
  const stop = new AbortController();
  const interrupt = (): void => {
    stop.abort();
    process.exit(EXIT_CODES.interrupted.code);
  };
  const terminate = (): void => process.exit(128 + 15);
  process.once('SIGINT', interrupt).once('SIGTERM', terminate);
  const keepSignals = (): void => void process.off('SIGINT', interrupt).off('SIGTERM', terminate);
  endWithReader();
  try {
    return await runLine(argv, { signal: stop.signal, keepSignals });
  } catch (error) {
    const fault = error instanceof CommandFault ? error : defectOf(error);
    process.stderr.write(`${isJson ? faultDocument(fault) : faultText(fault, errorScreen)}\n`);
    if (isDebug && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
    return EXIT_CODES[fault.exit].code;
  }
}

/** The handling of signals of a command. */
interface Signals {
  readonly signal: AbortSignal;
  /** Leaves the handling of signals to the command. */
  readonly keepSignals: () => void;
}

async function runLine(argv: readonly string[], { signal, keepSignals }: Signals): Promise<number> {
  const { env } = process;
  const command = await loadCommand(commandWords(argv));
  if (typeof command === 'string') {
    process.stdout.write(command);
    return EXIT_CODES.done.code;
  }
  const { globals, input } = parseArguments(command, argv);
  if (command.endsItself) {
    refuseDocumentFlags(command, globals);
    keepSignals();
  }
  const screen = screenOf(process.stdout, env, globals.color);
  const errorScreen = screenOf(process.stderr, env, globals.color);
  const write = (text: string): void => void process.stderr.write(text);
  const progress = createProgress(write, errorScreen, { isQuiet: globals.quiet, env }, () => performance.now());
  const note = (text: string): void => {
    if (!globals.quiet) write(`${text}\n`);
  };
  const context: Context = {
    env,
    cwd: process.cwd(),
    now: () => new Date(),
    globals,
    settings: createSettings({
      env,
      cwd: process.cwd(),
      file: await readConfigurationFile(env),
      profile: globals.profile,
    }),
    stdin: process.stdin,
    progress,
    note,
    debug: (text) => {
      if (globals.debug) write(`${text}\n`);
    },
    signal,
  };
  try {
    const action = await command.load();
    const result = await action.run(context, input);
    progress.end();
    return await printResult(result, { stdout: process.stdout, screen, note, globals });
  } finally {
    progress.end();
  }
}

function refuseDocumentFlags({ words }: Command, { json, jq, output }: GlobalValues): void {
  if (json || jq !== undefined || output !== undefined)
    throw usageFault(
      `tt ${words.join(' ')} writes while it runs, so --json, --jq and --output do not apply.`,
      'leave them out',
    );
}

/** The command of these words, or the help page of a group that shows it for unknown words. */
async function loadCommand(words: readonly string[]): Promise<Command | string> {
  const [first = ''] = words;
  const load = Object.hasOwn(GROUPS, first) ? GROUPS[first] : undefined;
  if (load === undefined) {
    const near = nearest(first, Object.keys(GROUPS));
    throw new CommandFault('fault', `unknown command ${JSON.stringify(first)}`, {
      next: near === undefined ? 'tt --help' : `tt ${near}`,
      code: 'unknown_command',
    });
  }
  const group = await load();
  const { command, words: named, unknown } = findCommand(group, words);
  if (command !== undefined) return command;
  const next = group.commands.flatMap(({ words: all }) =>
    named.every((word, index) => all[index] === word) ? [all[named.length] ?? ''] : [],
  );
  if (unknown === undefined)
    throw usageFault(
      `tt ${named.join(' ')} needs one of: ${[...new Set(next)].join(', ')}.`,
      `tt ${named.join(' ')} --help`,
    );
  if (group.isLenient === true) {
    const { groupPage } = await import('../render/help-pages.ts');
    return groupPage(named, group.summary, group.commands);
  }
  const near = nearest(unknown, next);
  throw usageFault(
    `tt ${named.join(' ')} has no command ${JSON.stringify(unknown)}.`,
    near === undefined ? `tt ${named.join(' ')} --help` : `tt ${[...named, near].join(' ')}`,
  );
}

/** A reader that closed early, such as `head`, is the end of the command and not a fault. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT_CODES.done.code);
    throw error;
  });
}

function defectOf(error: unknown): CommandFault {
  const message = error instanceof Error ? error.message : String(error);
  return new CommandFault('fault', `tt failed: ${message}`, {
    next: 'run the command again with --debug, and report its output',
    cause: error,
  });
}
