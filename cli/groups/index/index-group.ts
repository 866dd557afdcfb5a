import { defineCommand, type Group } from '../../tree/command.ts';
import { INDEX_FLAGS } from './index-flags.ts';

/** Commands about the index of a decision log. */
export const indexGroup: Group = {
  name: 'index',
  summary: 'the index that makes tt top fast over a large decision log',
  commands: [
    defineCommand('index rebuild', {
      summary: 'counts the calls of each file of the log once, and keeps the counts',
      description:
        'tt top then reads only files that are new, have changed, or are partly in the window. The log stays the only source: without the index, or with a damaged or stale one, every answer is the same.',
      flags: INDEX_FLAGS,
      examples: [{ line: 'tt index rebuild', does: 'Build the index of the decision log' }],
      load: async () => await import('./rebuild-index.ts'),
    }),
    defineCommand('index status', {
      summary: 'shows which files of the log have a current index',
      flags: INDEX_FLAGS,
      load: async () => await import('./show-index-status.ts'),
    }),
  ],
};
