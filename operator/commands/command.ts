import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import type { Option } from './options.ts';

/** One row of a command's output. A member without a value is absent. */
export type CommandRow = Readonly<Record<string, string | readonly string[]>>;

type Options = Readonly<Record<string, Option<unknown>>>;

/** The typed text of each option, by its name. */
export type TypedValues = Readonly<Record<string, string>>;

type ValuesOf<Of extends Options> = {
  readonly [Name in keyof Of]: NonNullable<Of[Name]> extends Option<infer Value> ? Value : never;
};

export interface Command<Ports> {
  /** The purpose of the command, in one line. */
  readonly summary: string;
  readonly options: Options;
  /** Rows are shown as the lines of a table. */
  readonly isTable?: true;
  /**
   * Runs the command, and returns its rows.
   * @throws UsageFault if an option is missing or malformed
   */
  run(ports: Ports, typed: TypedValues, now: Date): Promise<readonly CommandRow[]>;
}

/** Defines a command whose `run` receives the parsed value of each option. */
export function defineCommand<Ports, Of extends Options>(command: {
  readonly summary: string;
  readonly options: Of;
  readonly isTable?: true;
  readonly run: (ports: Ports, values: ValuesOf<Of>) => Promise<readonly CommandRow[]>;
}): Command<Ports> {
  const { summary, options, isTable, run } = command;
  return {
    summary,
    options,
    ...(isTable && { isTable }),
    run: (ports, typed, now) => run(ports, valuesOf(options, typed, now)),
  };
}

/**
 * Checks for missing options before any engine is contacted.
 * @throws UsageFault that names every missing option
 */
export function requireOptions(options: Options, typed: TypedValues): void {
  const missing = Object.entries(options).filter(
    ([name, { leftOut }]) => leftOut === undefined && typed[name] === undefined,
  );
  if (missing.length > 0) throw new UsageFault(missing.map(([name, option]) => missingText(name, option)).join('\n'));
}

function missingText(name: string, { form }: Option<unknown>): string {
  return `--${name} is missing. It must be ${form ?? 'alone'}.`;
}

function valuesOf<Of extends Options>(options: Of, typed: TypedValues, now: Date): ValuesOf<Of> {
  const faults: string[] = [];
  const values = Object.entries(options).map(([name, option]) => [
    name,
    valueOf(name, option, typed[name], now, faults),
  ]);
  if (faults.length > 0) throw new UsageFault(faults.join('\n'));
  return Object.fromEntries(values) as ValuesOf<Of>;
}

/** The value of an option. It adds the faults of the option to `faults`. */
function valueOf(
  name: string,
  option: Option<unknown>,
  text: string | undefined,
  now: Date,
  faults: string[],
): unknown {
  if (text === undefined) {
    if (option.leftOut === undefined) faults.push(missingText(name, option));
    return option.leftOut?.value;
  }
  const value = option.accept(text, now);
  if (value === undefined) faults.push(`--${name} must be ${option.form ?? 'alone'}.`);
  return value;
}
