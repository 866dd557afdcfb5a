import type { Result } from '../output/result.ts';
import type { Context } from './context.ts';
import type { Flags, FlagValues, Form } from './flag.ts';

/** A positional argument of a command. */
export interface Argument {
  /** The name in the usage line, such as `<report-id>`. */
  readonly name: string;
  readonly summary: string;
  readonly form: Form<string>;
  readonly isOptional?: true;
}

/** A command line to paste, and its purpose. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** The typed values of a command. */
export interface Input<Declared extends Flags = Flags> {
  /** The positional arguments in their order. */
  readonly args: readonly string[];
  readonly flags: FlagValues<Declared>;
  /** The words after `--`; only for commands with `runsProgram`. */
  readonly program: readonly string[];
}

/** The code of a command. It is loaded only when the command runs. */
export interface Action<Declared extends Flags = Flags> {
  /** @throws CommandFault for every failure that a person can act on */
  run(context: Context, input: Input<Declared>): Promise<Result>;
}

/** A command by its words. The declaration determines the parser, the help, the completion, the manual and the docs. */
export interface Command {
  /** The words of the command, such as `cloud report list`. */
  readonly words: readonly string[];
  /** A phrase without a full stop, for lists of commands. */
  readonly summary: string;
  /** Sentences for the command's own help. */
  readonly description?: string;
  readonly args: readonly Argument[];
  readonly flags: Flags;
  readonly examples: readonly Example[];
  /** The operation of an API document that the command calls. */
  readonly operation?: string;
  /** True if the words after `--` are a program that the command starts. */
  readonly runsProgram?: true;
  /**
   * True if the command decides itself how a signal ends it, because it stops a program first. Such a command writes
   * while it runs, so the flags for a document do not apply.
   */
  readonly endsItself?: true;
  readonly load: () => Promise<Action>;
}

/** A first word with its commands. A group with a single command of the same words is that command. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
  /** True if an unknown second word shows the help of the group and is no fault. */
  readonly isLenient?: true;
}

/** Declares a command with the types of its flags. */
export function defineCommand<const Declared extends Flags>(
  words: string,
  command: Omit<Command, 'words' | 'args' | 'flags' | 'examples' | 'load'> & {
    readonly args?: readonly Argument[];
    readonly flags: Declared;
    readonly examples?: readonly Example[];
    readonly load: () => Promise<Action<Declared>>;
  },
): Command {
  return { ...command, words: words.split(' '), args: command.args ?? [], examples: command.examples ?? [] };
}
