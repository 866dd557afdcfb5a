import { defineCommand, type Group } from '../../tree/command.ts';

export const versionGroup: Group = {
  name: 'version',
  summary: 'prints the version, and those of Node, jq, prices and contracts',
  commands: [
    defineCommand('version', {
      summary: 'prints the version, and those of Node, jq, prices and contracts',
      flags: {},
      examples: [{ line: 'tt version --jq .prices.revision', does: 'Read the revision of the price table' }],
      load: async () => await import('./print-version.ts'),
    }),
  ],
};
