import type { Command } from 'commander';
import { createProgram } from '../runtime/commands/program.ts';
import { requireOptions, type TypedValues } from './commands/command.ts';
import { OPERATOR_COMMANDS } from './operator-commands.ts';
import type { Option } from './commands/options.ts';

/** A typed command. */
export interface TypedCommand {
  /** `<noun> <verb>`, or the noun alone. */
  readonly name: string;
  readonly typed: TypedValues;
  readonly json: boolean;
}

/** Creates the command line of the operator: every command by noun and verb, or by noun alone, with its options. */
export function createOperatorProgram(run: (command: TypedCommand) => Promise<void>): Command {
  const program = createProgram(
    'npm run operator --',
    'Shows and changes what users cannot create for themselves.',
  ).helpCommand('help [command]', 'shows the options of a command');
  for (const [name, { summary, options }] of Object.entries(OPERATOR_COMMANDS)) {
    const [noun = '', verb = ''] = name.split(' ');
    const subject = nounOf(program, noun);
    const command = (verb === '' ? subject : subject.command(verb)).description(summary);
    for (const [option, declared] of Object.entries(options)) command.option(...typedOption(option, declared));
    command.option('--json', 'prints a JSON list');
    const required = Object.keys(options).filter((option) => options[option]?.leftOut === undefined);
    command.usage([...required.map((option) => `--${option} <value>`), '[options]'].join(' '));
    command.action(async () => {
      const typed = typedValues(command);
      requireOptions(options, typed);
      await run({ name, typed, json: command.opts()['json'] === true });
    });
  }
  for (const noun of program.commands)
    if (noun.commands.length > 0) noun.description(noun.commands.map((verb) => verb.name()).join(', '));
  return program;
}

function nounOf(program: Command, noun: string): Command {
  return program.commands.find((command) => command.name() === noun) ?? program.command(noun);
}

/**
 * An option of the command line. It is never required here: missing options are checked after unknown ones, so that a
 * misspelt option is reported as unknown.
 */
function typedOption(name: string, { form, purpose }: Option<unknown>): [flags: string, description: string] {
  const says = [form, purpose].filter((text) => text !== undefined).join('; ');
  return [form === undefined ? `--${name}` : `--${name} <value>`, says];
}

/** The typed texts by the names of their options. */
function typedValues(command: Command): TypedValues {
  const values = command.options.flatMap((option) => {
    const value = command.getOptionValue(option.attributeName()) as string | true | undefined;
    const name = option.long?.slice(2) ?? '';
    return value === undefined || name === 'json' ? [] : [[name, String(value)] as const];
  });
  return Object.fromEntries(values);
}
