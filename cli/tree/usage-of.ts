import type { Command } from './command.ts';

/** The usage line of a command: its words, its arguments and its required flags. */
export function usageOf({ words, args, flags, runsProgram }: Command): string {
  const required = Object.entries(flags)
    .filter(([, { isRequired }]) => isRequired)
    .map(([name, { value = '' }]) => `--${name} ${value}`.trimEnd());
  const listed = args.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name));
  return ['tt', ...words, ...listed, ...required, '[flags]', ...(runsProgram ? ['-- <program>…'] : [])].join(' ');
}
