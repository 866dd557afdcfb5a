import { usageOf } from '../tree/usage-of.ts';
import type { Command, Group } from '../tree/command.ts';
import type { Flags } from '../tree/flag.ts';
import { GLOBAL_FLAGS } from '../tree/global-flags.ts';
import type { Topic } from './topics.ts';

/** A manual page in roff. */
export interface ManPage {
  /** The name of the page without its section, such as `tt-cloud`. */
  readonly name: string;
  readonly text: string;
}

/** The version and the day of the pages. */
interface ManEdition {
  readonly version: string;
  /** The date as `YYYY-MM-DD`. */
  readonly day: string;
}

/** The manual: a page for the program, and one for each first word. */
export function manPages(groups: readonly Group[], topics: readonly Topic[], edition: ManEdition): ManPage[] {
  return [
    { name: 'tt', text: programPage(groups, topics, edition) },
    ...groups.map((group) => ({ name: `tt-${group.name}`, text: firstWordPage(group, edition) })),
  ];
}

function programPage(groups: readonly Group[], topics: readonly Topic[], edition: ManEdition): string {
  return page('tt', edition, [
    ...section('NAME', [`tt \\- the command line of Truetally`]),
    ...section('SYNOPSIS', ['.B tt', escaped('<command> [flags]')]),
    ...section('DESCRIPTION', [
      escaped('tt shows what LLM calls cost and how well they work, and operates Truetally.'),
    ]),
    ...section(
      'COMMANDS',
      groups.flatMap(({ name, summary }) => item(`tt-${name}(1)`, summary)),
    ),
    ...section('FLAGS OF EVERY COMMAND', flagItems(GLOBAL_FLAGS)),
    ...topics.flatMap(({ name, text }) => section(name.replaceAll('-', ' ').toUpperCase(), verbatim(text.split('\n')))),
  ]);
}

function firstWordPage({ name, summary, commands }: Group, edition: ManEdition): string {
  const [only] = commands;
  const own = commands.length === 1 && only?.words.length === 1 ? only : undefined;
  const body = own === undefined ? commands.flatMap(commandSubsection) : commandSections(own);
  const synopsis = own === undefined ? `tt ${name} <command> [flags]` : usageOf(own);
  return page(`tt-${name}`, edition, [
    ...section('NAME', [`tt\\-${escaped(name)} \\- ${escaped(summary)}`]),
    ...section('SYNOPSIS', [escaped(synopsis)]),
    ...(own === undefined ? ['.SH COMMANDS'] : []),
    ...body,
    ...section('SEE ALSO', ['.BR tt (1)']),
  ]);
}

/** The sections of a page that is about one command. */
function commandSections(command: Command): string[] {
  const { summary, description, args, flags, examples } = command;
  return [
    ...section('DESCRIPTION', [escaped(description ?? sentence(summary))]),
    ...section(
      'ARGUMENTS',
      args.flatMap(({ name, summary: says }) => item(name, says)),
    ),
    ...section('FLAGS', flagItems(flags)),
    ...section('EXAMPLES', exampleItems(examples)),
  ];
}

/** A command within the page of its first word. */
function commandSubsection(command: Command): string[] {
  const { words, summary, description, args, flags, examples, operation } = command;
  return [
    `.SS "${quoted(`tt ${words.join(' ')}`)}"`,
    escaped(description ?? sentence(summary)),
    '.PP',
    escaped(usageOf(command)),
    ...args.flatMap(({ name, summary: says }) => item(name, says)),
    ...flagItems(flags),
    ...exampleItems(examples),
    ...(operation === undefined ? [] : ['.PP', escaped(`It calls the operation ${operation}.`)]),
  ];
}

function exampleItems(examples: Command['examples']): string[] {
  return examples.flatMap(({ line, does }) => item(line, sentence(does)));
}

function flagItems(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const short = flag.short === undefined ? '' : `-${flag.short}, `;
    const facts = [
      flag.choices === undefined ? '' : `One of ${flag.choices.join(', ')}.`,
      flag.defaultText === undefined ? '' : `Default: ${flag.defaultText}.`,
      flag.isRequired ? 'Required.' : '',
      flag.isRepeatable ? 'Can be repeated.' : '',
      flag.contradicts === undefined ? '' : `Not with ${flag.contradicts.map((other) => `--${other}`).join(', ')}.`,
    ].filter((fact) => fact !== '');
    const label = `${short}--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`;
    return item(label, [sentence(flag.summary), ...facts].join(' '));
  });
}

function page(name: string, { version, day }: ManEdition, lines: readonly string[]): string {
  const head = `.TH "${quoted(name.toUpperCase())}" "1" "${day}" "Truetally ${quoted(version)}" "Truetally"`;
  return `${[head, ...lines].join('\n')}\n`;
}

/** A section, or nothing if it has no content. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`.SH "${quoted(title)}"`, ...withoutFirstBreak(lines)];
}

/** A break below a title is a fault of style, because the title breaks already. */
function withoutFirstBreak([first = '', ...others]: readonly string[]): string[] {
  return first === '.PP' ? others : [first, ...others];
}

function item(label: string, text: string): string[] {
  return ['.TP', `\\fB${escaped(label)}\\fR`, escaped(text)];
}

function verbatim(lines: readonly string[]): string[] {
  return ['.nf', ...lines.map((line) => (line === '' ? '.sp' : escaped(line))), '.fi'];
}

function sentence(phrase: string): string {
  const text = phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
  return text.endsWith('.') ? text : `${text}.`;
}

/** The text as a line of roff: no backslash, dash, dot or quote of it has a meaning, and nothing is beyond ASCII. */
function escaped(text: string): string {
  const safe = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/[^\n -~]/gu, unicodeOf);
  return /^[.']/.test(safe) ? `\\&${safe}` : safe;
}

function quoted(text: string): string {
  return escaped(text).replaceAll('"', '""');
}

function unicodeOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `\\[u${point.toString(16).toUpperCase().padStart(4, '0')}]`;
}
