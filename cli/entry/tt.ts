// The entry of `tt`. It answers versions, help pages and completion scripts from files that the build rendered, because
// loading the parser and the commands takes longer than Node's own start. It imports nothing but Node's file functions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the build, set by the bundler. */
declare const __dirname: string;

const argv = process.argv.slice(2);
const rendered = (...path: string[]): string | undefined => {
  const file = join(__dirname, ...path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};
const answer = rapidAnswer();
if (answer === undefined) {
  // The build puts the rest next to this file. A variable keeps the bundler from including it.
  const main = './main.mjs';
  void (import(main) as Promise<Program>).then(async (program) => {
    process.exitCode = await program.main(argv);
  });
} else {
  process.stdout.on('error', () => process.exit(0));
  (answer.isError ? process.stderr : process.stdout).write(answer.text);
  process.exitCode = answer.code;
}

/** The part of `program/main.ts` that the entry uses. */
interface Program {
  main(argv: readonly string[]): Promise<number>;
}

interface Answer {
  readonly text: string;
  readonly code: number;
  readonly isError: boolean;
}

/** The answer of a line that needs no command; undefined for every other line. */
function rapidAnswer(): Answer | undefined {
  const [first] = argv;
  if (first === undefined) return failed(rendered('help', 'tt.txt') ?? '', 2);
  const line = argv.join(' ');
  if (/^(--version|-V)$/.test(line)) return shown(`${versions('version.txt')?.split('\n', 1)[0] ?? 'tt'}\n`);
  if (line === 'version') return shown(versions('version.txt'));
  if (line === 'version --json') return shown(versions('version.json'));
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const isHelp = first === 'help';
  if (isHelp || own.includes('--help') || own.includes('-h')) {
    return helpAnswer(
      own.slice(isHelp ? 1 : 0).filter((word) => !word.startsWith('-')),
      isHelp,
    );
  }
  return first === 'completion' ? completionAnswer() : undefined;
}

/** A page of versions. The build cannot know the Node that runs it. */
function versions(page: string): string | undefined {
  return rendered(page)?.replace('{node}', process.versions.node);
}

function helpAnswer(words: readonly string[], isHelp: boolean): Answer {
  // Arguments of a command can stand between its words and `--help`, so the longest page that exists is the answer.
  for (let length = words.length; length >= 0; length -= 1) {
    const name = ['tt', ...words.slice(0, length)].join('-');
    if (!/^[a-z0-9-]+$/.test(name)) continue;
    const found =
      rendered('help', `${name}.txt`) ?? (length === 1 && isHelp ? rendered('topics', `${words[0]}.txt`) : undefined);
    if (found === undefined) continue;
    if (length > 0 || words.length === 0) return shown(found);
  }
  const [word = ''] = words;
  return failed(`error: unknown command ${JSON.stringify(word)}\n  try: tt --help\n`, 1);
}

function completionAnswer(): Answer {
  const [, shell = ''] = argv;
  const script =
    argv.length === 2 && /^(bash|zsh|fish)$/.test(shell) ? rendered('completions', `tt.${shell}`) : undefined;
  if (script !== undefined) return shown(script);
  return failed(
    'error: tt completion needs one of: bash, zsh, fish\n  try: tt completion bash > ~/.local/share/bash-completion/completions/tt\n',
    2,
  );
}

function shown(text: string | undefined): Answer {
  return { text: text ?? '', code: 0, isError: false };
}

function failed(text: string, code: number): Answer {
  return { text, code, isError: true };
}
