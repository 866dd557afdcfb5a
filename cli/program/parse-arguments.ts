import { parseArgs } from 'node:util';
import { usageFault, type CommandFault } from '../output/command-fault.ts';
import type { Command, Input } from '../tree/command.ts';
import { FormFault, parseText, type Flag, type Flags } from '../tree/flag.ts';
import { GLOBAL_FLAGS, type GlobalValues } from '../tree/global-flags.ts';
import { usageOf } from '../tree/usage-of.ts';
import { nearest } from './nearest.ts';

/** A parsed command line. */
export interface ParsedLine {
  readonly globals: GlobalValues;
  readonly input: Input;
}

/** The words of a line that can name a command: those that are neither flags nor values of global flags. */
export function commandWords(argv: readonly string[]): string[] {
  const { tokens } = parseArgs({ args: [...argv], options: optionsOf(GLOBAL_FLAGS), strict: false, tokens: true });
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? argv.length;
  return tokens.flatMap((token) => (token.kind === 'positional' && token.index < end ? [token.value] : []));
}

/**
 * Parses the flags and arguments of a command.
 *
 * @throws CommandFault `usage` for everything that the command does not declare
 */
export function parseArguments(command: Command, argv: readonly string[]): ParsedLine {
  const declared: Flags = { ...GLOBAL_FLAGS, ...command.flags };
  const texts = new Map<string, string[]>();
  const positionals: string[] = [];
  const program: string[] = [];
  let isProgram = false;
  for (const token of parseTokens(command, declared, argv)) {
    if (token.kind === 'option-terminator') isProgram = command.runsProgram === true;
    else if (token.kind === 'positional') (isProgram ? program : positionals).push(token.value);
    else texts.set(token.name, [...(texts.get(token.name) ?? []), textOf(command, declared, token)]);
  }
  refuseRepetition(command, declared, texts);
  refuseContradiction(command, declared, texts);
  const args = readArguments(command, positionals.slice(command.words.length));
  if (command.runsProgram && program.length === 0) throw typed(command, 'The line names no program.', usageOf(command));
  return {
    globals: readFlags(command, GLOBAL_FLAGS, texts) as GlobalValues,
    input: { args, flags: readFlags(command, command.flags, texts), program },
  };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

function parseTokens(command: Command, declared: Flags, argv: readonly string[]): readonly Token[] {
  const options = optionsOf(declared);
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  return tokens;
}

function textOf(command: Command, declared: Flags, token: Extract<Token, { kind: 'option' }>): string {
  const flag = Object.hasOwn(declared, token.name) ? declared[token.name] : undefined;
  if (flag === undefined) {
    const near = nearest(token.name, Object.keys(declared));
    throw typed(command, `The flag ${token.rawName} does not exist.`, near === undefined ? undefined : `--${near}`);
  }
  if (flag.value === undefined) {
    if (token.value !== undefined) throw typed(command, `${token.rawName} is a switch and takes no value.`);
    return '';
  }
  if (token.value === undefined)
    throw typed(command, `${token.rawName} needs a value: ${token.rawName} ${flag.value}.`);
  return token.value;
}

function refuseRepetition(command: Command, declared: Flags, texts: ReadonlyMap<string, readonly string[]>): void {
  for (const [name, given] of texts)
    if (given.length > 1 && declared[name]?.value !== undefined && declared[name].isRepeatable === undefined)
      throw typed(command, `--${name} is given ${given.length} times, and it can be given once.`);
}

function refuseContradiction(command: Command, declared: Flags, texts: ReadonlyMap<string, readonly string[]>): void {
  for (const name of texts.keys())
    for (const other of declared[name]?.contradicts ?? [])
      if (texts.has(other)) throw typed(command, `--${name} and --${other} contradict each other. Give one of them.`);
}

function readArguments(command: Command, given: readonly string[]): string[] {
  const { args } = command;
  const missing = args.filter(({ isOptional }) => isOptional === undefined)[given.length];
  if (missing !== undefined) throw typed(command, `${missing.name} is missing.`, usageOf(command));
  if (given.length > args.length) {
    throw typed(command, `The argument ${quoted(given[args.length] ?? '')} is not expected.`, usageOf(command));
  }
  return args
    .slice(0, given.length)
    .map(({ name, form }, index) => read(command, name, () => parseText(form, given[index] ?? '')));
}

function readFlags(
  command: Command,
  flags: Flags,
  texts: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  const missing = Object.entries(flags).filter(([name, { isRequired }]) => isRequired && !texts.has(name));
  if (missing.length > 0) {
    const names = missing.map(([name, { value = '' }]) => `--${name} ${value}`.trimEnd()).join(', ');
    throw typed(command, `The command needs ${names}.`, usageOf(command));
  }
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      read(command, `--${name}`, () => flag.read(texts.get(name) ?? [])),
    ]),
  );
}

function read<Value>(command: Command, what: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FormFault)) throw error;
    throw typed(command, `${what} must be ${error.message}.`);
  }
}

function typed(command: Command, what: string, next?: string): CommandFault {
  return usageFault(what, next ?? `tt ${command.words.join(' ')} --help`);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function optionsOf(flags: Flags): Record<string, { type: 'boolean' | 'string'; short?: string; multiple: true }> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, { value, short }]: [string, Flag<unknown>]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }), multiple: true },
    ]),
  );
}
