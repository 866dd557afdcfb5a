import { buildIndex } from '../../logs/index/build-index.ts';
import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { findIndex } from './find-index.ts';
import type { IndexFlags } from './index-flags.ts';

export async function run(context: Context, { flags }: Input<IndexFlags>): Promise<Result> {
  const { log, folder } = findIndex(context, flags);
  const onProgress = (bytes: number): void => context.progress.show(`indexed ${megabytes(bytes)}`);
  const built = await buildIndex(folder, log.files, { stdin: context.stdin, onProgress });
  return {
    kind: 'document',
    document: { index: folder, log: log.name, ...built },
    text: () =>
      `Indexed ${built.files} files of ${log.name}: ${megabytes(built.log_bytes)} in ${megabytes(built.index_bytes)} at ${folder}.`,
    notes:
      built.left_out === 0
        ? []
        : [`${built.left_out} files have no index, because too many of their calls begin or end in other files.`],
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
