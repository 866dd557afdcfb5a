import type { Command, Group } from '../tree/command.ts';

/** The command that the words name, and the words behind it. */
export interface FoundCommand {
  readonly command: Command | undefined;
  /** The words of the command, or those of the deepest group that was named. */
  readonly words: readonly string[];
  /** The next word, which names no command of the group; undefined if the line ends here. */
  readonly unknown: string | undefined;
}

/** Finds the command with the most words at the beginning of a line. */
export function findCommand({ commands }: Group, words: readonly string[]): FoundCommand {
  const isNamed = (command: Command): boolean => command.words.every((word, index) => words[index] === word);
  const found = commands.filter(isNamed).toSorted((one, other) => other.words.length - one.words.length)[0];
  let depth = 1;
  while (commands.some((command) => hasPrefix(command, words.slice(0, depth + 1)))) {
    if (depth >= words.length) break;
    depth += 1;
  }
  if (found !== undefined && found.words.length >= depth)
    return { command: found, words: found.words, unknown: undefined };
  return { command: undefined, words: words.slice(0, depth), unknown: words[depth] };
}

function hasPrefix({ words }: Command, prefix: readonly string[]): boolean {
  return prefix.length <= words.length && prefix.every((word, index) => words[index] === word);
}
