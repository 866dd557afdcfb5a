import type { Command, Group } from '../../cli/tree/command.ts';
import type { Flags } from '../../cli/tree/flag.ts';
import { GLOBAL_FLAGS } from '../../cli/tree/global-flags.ts';
import { GROUPS } from '../../cli/program/groups.ts';
import { EXIT_CODES } from '../../cli/output/exit-codes.ts';
import { usageOf } from '../../cli/tree/usage-of.ts';

/** The page `docs/cli-reference.md`: every command with its arguments and flags, and the exit codes. */
export async function cliReference(): Promise<string> {
  const groups = await Promise.all(Object.values(GROUPS).map(async (load) => await load()));
  return [
    '# Commands of tt',
    'This page is generated from the declarations of the commands: run `npm run generate` after a change. [tt](cli.md) is the guide.',
    '## Flags of every command',
    flagTable(GLOBAL_FLAGS),
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      Object.values(EXIT_CODES).map(({ code, means }) => [`\`${code}\``, cell(means)]),
    ),
    ...groups.flatMap(groupSections),
  ].join('\n\n');
}

function groupSections({ name, summary, commands }: Group): string[] {
  const [only] = commands;
  const isCommand = commands.length === 1 && only?.words.length === 1;
  const head = [`## tt ${name}`, sentence(summary)];
  return [...head, ...commands.flatMap((command) => commandParts(command, isCommand))];
}

function commandParts(command: Command, isAlone: boolean): string[] {
  const { words, summary, description, args, flags, examples, operation } = command;
  const says = description ?? sentence(summary);
  return [
    ...(isAlone ? [] : [`### tt ${words.join(' ')}`]),
    ...(isAlone && description === undefined ? [] : [text(says)]),
    fence([usageOf(command)]),
    ...(operation === undefined ? [] : [`Operation: \`${operation}\`.`]),
    ...(args.length === 0
      ? []
      : [
          table(
            ['Argument', 'Meaning'],
            args.map(({ name, summary: means }) => [`\`${cell(name)}\``, cell(sentence(means))]),
          ),
        ]),
    ...(Object.keys(flags).length === 0 ? [] : [flagTable(flags)]),
    ...(examples.length === 0 ? [] : [fence(examples.flatMap(({ line, does }) => [`# ${does}`, line]))]),
  ];
}

function flagTable(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, flag]) => {
    const facts = [
      sentence(flag.summary),
      flag.choices === undefined ? '' : `One of ${flag.choices.map((choice) => `\`${choice}\``).join(', ')}.`,
      flag.isRequired ? 'Required.' : '',
      flag.isRepeatable ? 'Can be repeated.' : '',
      flag.contradicts === undefined ? '' : `Not with ${flag.contradicts.map((other) => `\`--${other}\``).join(', ')}.`,
    ].filter((fact) => fact !== '');
    const short = flag.short === undefined ? '' : `-${flag.short}, `;
    const label = `${short}--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`;
    return [
      `\`${cell(label)}\``,
      flag.defaultText === undefined ? '' : `\`${cell(flag.defaultText)}\``,
      cell(facts.join(' ')),
    ];
  });
  return table(['Flag', 'Default', 'Meaning'], rows);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function fence(lines: readonly string[]): string {
  return ['```text', ...lines, '```'].join('\n');
}

/** A text in a table. Angle brackets outside of code are HTML in Markdown. */
function cell(words: string): string {
  return words.replaceAll('|', String.raw`\|`);
}

function text(words: string): string {
  return words.replaceAll('<', '&lt;');
}

function sentence(phrase: string): string {
  const words = phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
  return words.endsWith('.') ? words : `${words}.`;
}
