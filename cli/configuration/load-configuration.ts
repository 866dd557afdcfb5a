import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { examineConfiguration, type Remark } from '../../runtime/configuration/examine-configuration.ts';
import { usageFault, CommandFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';

/** The bytes of the longest file that processes accept. */
const MAX_BYTES = 262_144;

/** The number of faults that an error lists. */
const MAX_LISTED = 5;

/** A configuration file that processes would start with. */
export interface LoadedConfiguration {
  /** The path, as it was named. */
  readonly path: string;
  readonly file: ConfigurationFile;
}

/**
 * Reads and checks the configuration file of `--config`, as a process does at its start.
 *
 * @throws CommandFault `usage` that lists the first faults of the file
 */
export function loadConfiguration(
  context: Pick<Context, 'env' | 'cwd'>,
  named: string | undefined,
): LoadedConfiguration {
  const path = configurationPathOf(context, named);
  const { state, file, remarks } = examineConfiguration(readConfigurationText(context, path));
  if (state !== 'valid') throw unusable(path, remarks);
  return { path, file };
}

/** The path of `--config`; without it, that of `TRUETALLY_CONFIG`, or else `tokentriage.yaml`. */
export function configurationPathOf({ env }: Pick<Context, 'env'>, named: string | undefined): string {
  return named ?? (env['TRUETALLY_CONFIG'] || 'tokentriage.yaml');
}

/**
 * The text of a configuration file.
 *
 * @throws CommandFault `usage` if it cannot be read
 */
export function readConfigurationText({ cwd }: Pick<Context, 'cwd'>, path: string): string {
  const next = 'name a configuration file with --config';
  try {
    const file = resolve(cwd, path);
    if (statSync(file).size > MAX_BYTES)
      throw usageFault(`The configuration file ${path} is larger than ${MAX_BYTES / 1_024} KiB.`, next);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    if (error instanceof TypeError) throw usageFault(`The configuration file ${path} is not UTF-8.`, next);
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw usageFault(`The configuration file ${path} cannot be read (${code}).`, next);
  }
}

/** The fault of a file that no process starts with. */
export function unusable(path: string, remarks: readonly Remark[]): CommandFault {
  const listed = remarks.slice(0, MAX_LISTED).map((remark) => remarkText(remark));
  const more = remarks.length > MAX_LISTED ? [`and ${remarks.length - MAX_LISTED} more`] : [];
  return new CommandFault('usage', `The configuration file ${path} cannot be used.`, {
    why: [...listed, ...more].join('; '),
    next: `tt validate -c ${path}`,
  });
}

function remarkText({ line, column, path, detail }: Remark): string {
  return `${line}:${column}: ${path === '' ? '' : `${path} `}${detail}`;
}
