import type { Command, Group } from '../tree/command.ts';
import type { Flags } from '../tree/flag.ts';
import { GLOBAL_FLAGS } from '../tree/global-flags.ts';
import { usageOf } from '../tree/usage-of.ts';
import { wrapText } from '../output/wrap-text.ts';

/** The width of help pages in columns. */
const WIDTH = 80;
const LABEL = 28;

/** The help page of the program, with one line for each first word. */
export function rootPage(groups: readonly Group[], topics: readonly { name: string; summary: string }[]): string {
  return page([
    'tt shows what LLM calls cost and how well they work, and operates Truetally.',
    ['Usage', ['tt <command> [flags]']],
    ['Commands', rowsText(groups.map(({ name, summary }) => [name, summary]))],
    ['Topics (tt help <topic>)', rowsText(topics.map(({ name, summary }) => [name, summary]))],
    ['Flags of every command', flagRows(GLOBAL_FLAGS)],
    [
      'First steps',
      [
        'tt demo --open        a running system with demo traffic',
        'tt doctor             what is wrong, and how to fix it',
      ],
    ],
  ]);
}

/** The help page of words that begin several commands. */
export function groupPage(words: readonly string[], summary: string, commands: readonly Command[]): string {
  return page([
    `tt ${words.join(' ')}: ${summary}`,
    ['Usage', [`tt ${words.join(' ')} <command> [flags]`]],
    ['Commands', rowsText(commands.map((command) => [command.words.slice(words.length).join(' '), command.summary]))],
    [`More`, [`tt ${words.join(' ')} <command> --help`]],
  ]);
}

/** The help page of a command. */
export function commandPage(command: Command): string {
  const { words, summary, description, args, flags, examples, operation } = command;
  return page([
    `tt ${words.join(' ')}: ${summary}`,
    ...(description === undefined ? [] : [wrapText(description, WIDTH).join('\n')]),
    ['Usage', wrapText(usageOf(command), WIDTH - 4)],
    ['Arguments', rowsText(args.map(({ name, summary: says }) => [name, says]))],
    ['Flags', flagRows(flags)],
    [
      'Flags of every command',
      wrapText(
        Object.keys(GLOBAL_FLAGS)
          .map((name) => `--${name}`)
          .join(' '),
        WIDTH - 4,
      ),
    ],
    ['Examples', examples.flatMap(({ line, does }) => [`# ${does}`, line])],
    ['Operation', operation === undefined ? [] : [operation]],
  ]);
}

type Section = string | readonly [title: string, lines: readonly string[]];

function page(sections: readonly Section[]): string {
  const parts = sections.flatMap((section) => {
    if (typeof section === 'string') return [section];
    const [title, lines] = section;
    return lines.length === 0 ? [] : [`${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`];
  });
  return `${parts.join('\n\n')}\n`;
}

function flagRows(flags: Flags): string[] {
  return rowsText(
    Object.entries(flags).map(([name, flag]) => {
      const label = `${flag.short === undefined ? '' : `-${flag.short}, `}--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`;
      const extras = [
        flag.choices === undefined ? '' : `one of ${flag.choices.join(', ')}`,
        flag.defaultText === undefined ? '' : `default ${flag.defaultText}`,
        flag.isRequired ? 'required' : '',
        flag.isRepeatable ? 'can be repeated' : '',
        flag.contradicts === undefined ? '' : `not with ${flag.contradicts.map((other) => `--${other}`).join(', ')}`,
      ].filter((text) => text !== '');
      return [label, extras.length === 0 ? flag.summary : `${flag.summary} (${extras.join('; ')})`] as const;
    }),
  );
}

function rowsText(rows: readonly (readonly [label: string, text: string])[]): string[] {
  const label = Math.min(LABEL, Math.max(0, ...rows.map(([name]) => name.length + 2)));
  return rows.flatMap(([name, text]) => {
    const lines = wrapText(text, WIDTH - 2 - label);
    const isWide = name.length + 2 > label;
    const indented = lines.map((line, index) => `${(index === 0 && !isWide ? name : '').padEnd(label)}${line}`);
    return isWide ? [name, ...indented] : indented;
  });
}
