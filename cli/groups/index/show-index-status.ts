import { readFileIndex } from '../../logs/index/file-index.ts';
import type { Result } from '../../output/result.ts';
import { tableText } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import { findIndex } from './find-index.ts';
import type { IndexFlags } from './index-flags.ts';

export async function run(context: Context, { flags }: Input<IndexFlags>): Promise<Result> {
  const { log, folder } = findIndex(context, flags);
  const files = log.files.map((file) => ({
    path: file.path,
    bytes: file.size ?? null,
    state: readFileIndex(folder, file).state,
  }));
  const isCurrent = files.every(({ state }) => state === 'current');
  return Promise.resolve({
    kind: 'document',
    document: { index: folder, log: log.name, files },
    text: (screen) =>
      files.length === 0
        ? ''
        : tableText(
            [{ title: 'FILE', canShrink: true }, { title: 'BYTES', isNumber: true }, { title: 'INDEX' }],
            files.map(({ path, bytes, state }) => [path, String(bytes), state]),
            screen,
          ),
    notes: isCurrent ? [] : ['Files without a current index are read from the log. tt index rebuild makes it current.'],
  });
}
