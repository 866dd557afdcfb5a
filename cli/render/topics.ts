import { EXIT_CODES } from '../output/exit-codes.ts';
import { KEYS, SETTINGS } from '../settings/setting-names.ts';
import { wrapText } from '../output/wrap-text.ts';

/** A help topic: `tt help <name>`. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly text: string;
}

const WIDTH = 78;

/** The help topics in the order of the help. */
export const TOPICS: readonly Topic[] = [
  {
    name: 'environment',
    summary: 'the environment variables that tt reads',
    text: rows([
      ...Object.values(SETTINGS).map(({ variable, summary }) => [variable, summary] as const),
      ...Object.values(KEYS).map(({ variable, name }) => [variable, `the ${name}; no flag takes a key`] as const),
      ['TRUETALLY_PROFILE', 'the profile, unless --profile names one'],
      ['TRUETALLY_CLI_CONFIG', 'the configuration file of tt'],
      ['TRUETALLY_DATA', 'the data folder of a local installation; default ./.data'],
      ['NO_COLOR', 'turns colours off'],
      ['CLICOLOR_FORCE', 'turns colours on without a terminal'],
      ['TT_FORCE_TTY', 'formats output as for a terminal with this number of columns'],
      ['COLUMNS', 'the width of the terminal'],
    ]),
  },
  {
    name: 'exit-codes',
    summary: 'the exit codes and their meaning',
    text: rows(Object.values(EXIT_CODES).map(({ code, means }) => [String(code), means] as const)),
  },
  {
    name: 'output',
    summary: 'tables, JSON, filters and files',
    text: paragraphs([
      'Answers go to standard output. Progress, notes and errors go to standard error, so a pipe never receives them.',
      'On a terminal, tables fit its width. In a pipe or a file, columns are separated by tabs and values are complete.',
      '--json prints one JSON document. If an endpoint stands behind the command, these are its bytes, unchanged. --jq applies a jq filter and implies --json; texts are printed without quotes.',
      '--output writes to a new file with mode 0600. An existing file is never replaced.',
      'With --json, an error is one JSON document on standard error with code, title, detail and next_action.',
    ]),
  },
  {
    name: 'profiles',
    summary: 'addresses and references to keys by name',
    text: `${paragraphs([
      'A profile names the addresses and ids of one installation. Flags come before the environment, the environment before the profile. Without a profile, tt uses the installation that was started in this folder (.data/connection.json).',
      'A profile never holds a key. It refers to a variable, to a file that only you can read, or to a command that prints the key.',
    ])}

  profile: prod
  profiles:
    prod:
      base_url: https://truetally.example
      organization: org_…
      workspace: t_…
      management_key_command: [op, read, op://vault/truetally/key]

${paragraphs(['tt config show --origin prints each setting and its origin.'])}`,
  },
];

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => wrapText(text, WIDTH).join('\n')).join('\n\n');
}

function rows(entries: readonly (readonly [string, string])[]): string {
  const label = Math.max(...entries.map(([name]) => name.length)) + 2;
  return entries
    .flatMap(([name, text]) =>
      wrapText(text, WIDTH - label).map((line, index) => `${(index === 0 ? name : '').padEnd(label)}${line}`),
    )
    .join('\n');
}
