import type { Group } from '../tree/command.ts';
import type { Flags } from '../tree/flag.ts';
import { GLOBAL_FLAGS } from '../tree/global-flags.ts';

/** A place in a command line: the words so far, and what can follow. */
interface Place {
  readonly words: string;
  /** The next words. */
  readonly next: readonly string[];
  readonly flags: Flags;
}

/** Every place of the tree, from the program itself to each command. */
function placesOf(groups: readonly Group[]): Place[] {
  const commands = groups.flatMap(({ commands: all }) => all);
  const prefixes = new Set(
    commands.flatMap(({ words }) => words.map((_word, index) => words.slice(0, index + 1).join(' '))),
  );
  return ['', ...prefixes].map((words) => {
    const depth = words === '' ? 0 : words.split(' ').length;
    const below = commands.filter((command) => depth === 0 || command.words.slice(0, depth).join(' ') === words);
    const next = [...new Set(below.flatMap((command) => command.words[depth] ?? []))];
    const own = below.find((command) => command.words.length === depth);
    const roots = words === '' ? ['help', 'completion'] : [];
    return { words, next: [...next, ...roots], flags: { ...own?.flags, ...GLOBAL_FLAGS } };
  });
}

/** The words and values of every place, as the completion scripts list them. */
interface Lists {
  readonly words: string;
  readonly candidates: string;
  /** Flags with a closed set of values. */
  readonly choices: readonly (readonly [flag: string, values: string])[];
  /** Flags that take any other value, such as a file. */
  readonly valued: string;
}

function listsOf(groups: readonly Group[]): Lists[] {
  return placesOf(groups).map(({ words, next, flags }) => {
    const entries = Object.entries(flags);
    return {
      words,
      candidates: [...next, ...entries.map(([name]) => `--${name}`)].join(' '),
      choices: entries.flatMap(([name, { choices }]) =>
        choices === undefined ? [] : [[`--${name}`, choices.join(' ')] as const],
      ),
      valued: entries
        .flatMap(([name, { value, choices, short }]) => {
          if (value === undefined || choices !== undefined) return [];
          return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
        })
        .join(' '),
    };
  });
}

/** The completion script for bash. It starts no program. */
export function bashCompletion(groups: readonly Group[]): string {
  const lists = listsOf(groups);
  const cases = lists.map(({ words, candidates, choices, valued }) =>
    [
      `    '${words}')`,
      `      candidates='${candidates}'`,
      ...(valued === '' ? [] : [`      valued=' ${valued} '`]),
      ...(choices.length === 0
        ? []
        : [
            '      case "$before" in',
            ...choices.map(([flag, values]) => `        ${flag}) candidates='${values}'; is_value=1 ;;`),
            '      esac',
          ]),
      '      ;;',
    ].join('\n'),
  );
  return `# Completion of tt for bash. This file is generated.
_tt() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local words='' candidates='' valued='' is_value='' index word
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in
      -*) ;;
      *) case "$_tt_places" in *"|$words\${words:+ }$word|"*) words="$words\${words:+ }$word" ;; esac ;;
    esac
  done
  case "$words" in
${cases.join('\n')}
  esac
  case "$valued" in
    *" $before "*) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
_tt_places='|${lists
    .map(({ words }) => words)
    .filter((words) => words !== '')
    .join('|')}|'
complete -o default -F _tt tt
`;
}

/** The completion script for zsh, over the same lists. */
export function zshCompletion(groups: readonly Group[]): string {
  const lists = listsOf(groups);
  const cases = lists.map(({ words, candidates, choices, valued }) =>
    [
      `    '${words}')`,
      `      candidates=(${candidates})`,
      `      valued=(${valued})`,
      ...(choices.length === 0
        ? []
        : [
            '      case "$before" in',
            ...choices.map(([flag, values]) => `        ${flag}) candidates=(${values}) ;;`),
            '      esac',
          ]),
      '      ;;',
    ].join('\n'),
  );
  return `#compdef tt
# Completion of tt for zsh. This file is generated.
_tt() {
  local before="\${words[CURRENT-1]}" typed='' word
  local -a candidates valued places
  places=(${lists.map(({ words }) => `'${words}'`).join(' ')})
  local index
  for ((index = 2; index < CURRENT; index++)); do
    word="\${words[index]}"
    [[ "$word" == -* ]] && continue
    if (( \${places[(Ie)\${typed:+$typed }$word]} )); then typed="\${typed:+$typed }$word"; fi
  done
  case "$typed" in
${cases.join('\n')}
  esac
  if (( \${valued[(Ie)$before]} )); then _files; return; fi
  compadd -- $candidates
}
compdef _tt tt
`;
}

/** The completion script for fish, over the same lists. */
export function fishCompletion(groups: readonly Group[]): string {
  const lists = listsOf(groups);
  const places = lists.map(({ words }) => words).filter((words) => words !== '');
  const rows = lists.flatMap(({ words, candidates, choices, valued }) => {
    const condition = `__tt_at '${words}'`;
    const own = candidates.split(' ').filter((candidate) => candidate !== '');
    const names = own.filter((candidate) => !candidate.startsWith('--'));
    const valuedNames = valued.split(' ');
    return [
      ...(names.length === 0 ? [] : [`complete -c tt -f -n "${condition}" -a '${names.join(' ')}'`]),
      ...own
        .filter((candidate) => candidate.startsWith('--'))
        .map((flag) => {
          const values = choices.find(([name]) => name === flag)?.[1];
          const takes = values === undefined ? (valuedNames.includes(flag) ? ' -r' : '') : ` -x -a '${values}'`;
          return `complete -c tt -n "${condition}" -l ${flag.slice(2)}${takes}`;
        }),
    ];
  });
  return `# Completion of tt for fish. This file is generated.
set -g __tt_places ${places.map((words) => `'${words}'`).join(' ')}
function __tt_words
  set -l typed ''
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and continue
    set -l longer (string trim -- "$typed $word")
    contains -- $longer $__tt_places; and set typed $longer
  end
  echo $typed
end
function __tt_at
  set -l typed (__tt_words)
  test "$typed" = "$argv[1]"
end
complete -c tt -f
${rows.join('\n')}
`;
}
