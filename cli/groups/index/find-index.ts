import { findLogFiles, type Log } from '../../logs/find-log-files.ts';
import { indexFolder } from '../../logs/index/index-folder.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Context } from '../../tree/context.ts';
import type { FlagValues } from '../../tree/flag.ts';
import type { IndexFlags } from './index-flags.ts';

/** The log and the folder of its index. @throws CommandFault `usage` for a log that can be read only once */
export function findIndex(
  context: Context,
  { log: stated, index }: FlagValues<IndexFlags>,
): { readonly log: Log; readonly folder: string } {
  const log = findLogFiles(context, stated);
  if (log.files.some(({ size }) => size === undefined))
    throw usageFault('Standard input and pipes have no index, because they are read once.', 'name a file or a folder');
  return { log, folder: indexFolder(context, log, index) };
}
