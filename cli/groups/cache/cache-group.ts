import { LOG_FLAGS } from '../../logs/log-flags.ts';
import { defineCommand, type Group } from '../../tree/command.ts';

/** The estimate of the cache. Its administration belongs to the management plane. */
export const cacheGroup: Group = {
  name: 'cache',
  summary: 'an estimate of the calls that a cache would answer',
  commands: [
    defineCommand('cache preview', {
      summary: 'estimates how many logged calls a cache would have answered',
      description:
        'Two calls look equal if environment, owner of the key, provider, model and the number of input tokens are equal, so the counts are an upper bound. A repeat costs the average of its group. Lifetimes and sizes are ignored. Similar requests cannot be estimated, because a log contains no text: the answer states how many calls a semantic rule has examined.',
      flags: LOG_FLAGS,
      examples: [{ line: 'tt cache preview --since 2w', does: 'See whether a cache is worth it' }],
      load: async () => await import('./preview-cache.ts'),
    }),
  ],
};
