import { describe, expect, it } from 'vitest';
import { commandWords, parseArguments } from '../../../../cli/program/parse-arguments.ts';
import { defineCommand } from '../../../../cli/tree/command.ts';
import { defaultedFlag, listFlag, optionalFlag, requiredFlag, switchFlag } from '../../../../cli/tree/flag.ts';
import { anyText, oneOf, wholeNumber } from '../../../../cli/tree/forms.ts';

const COMMAND = defineCommand('cloud thing make', {
  summary: 'makes a thing',
  args: [{ name: '<name>', summary: 'its name', form: anyText }],
  flags: {
    size: defaultedFlag('<n>', 'its size', { form: wholeNumber(1, 9), preset: 3 }),
    kind: requiredFlag('<kind>', 'its kind', oneOf(['big', 'small'])),
    tag: listFlag('<tag>', 'a tag', { form: anyText, to: 2 }),
    team: optionalFlag('<team>', 'its team', anyText, { contradicts: ['no-team'] }),
    'no-team': switchFlag('without a team'),
    config: optionalFlag('<file>', 'a file', anyText, { short: 'c' }),
  },
  load: () => Promise.reject(new Error('This test runs no command.')),
});

function parse(...argv: string[]) {
  return parseArguments(COMMAND, ['cloud', 'thing', 'make', ...argv]);
}

describe('a command line', () => {
  it('has the values of its flags, in any order and form', () => {
    const { input, globals } = parse('--kind=big', 'first', '--tag', 'a', '-c', 'f.yaml', '--tag', 'b', '--json');
    expect(input).toEqual({
      args: ['first'],
      flags: { size: 3, kind: 'big', tag: ['a', 'b'], team: undefined, 'no-team': false, config: 'f.yaml' },
      program: [],
    });
    expect(globals).toEqual({
      ...{ json: true, jq: undefined, output: undefined, profile: undefined, color: 'auto' },
      ...{ quiet: false, debug: false, 'no-input': false, yes: false },
    });
  });

  it.each([
    [['x', '--kind', 'big', '--szie', '4'], 'The flag --szie does not exist.', '--size'],
    [['x', '--kind', 'tiny'], '--kind must be one of big, small.', 'tt cloud thing make --help'],
    [['x', '--kind', 'big', '--size', '10'], '--size must be a whole number, 1 to 9.', 'tt cloud thing make --help'],
    [
      ['x', '--kind', 'big', '--size', '1', '--size', '2'],
      '--size is given 2 times, and it can be given once.',
      undefined,
    ],
    [['x', '--kind', 'big', '--tag', 'a', '--tag', 'b', '--tag', 'c'], '--tag must be given 0 to 2 times.', undefined],
    [
      ['x', '--kind', 'big', '--team', 't', '--no-team'],
      '--team and --no-team contradict each other. Give one of them.',
      undefined,
    ],
    [['x', '--kind', 'big', '--no-team=yes'], '--no-team is a switch and takes no value.', undefined],
    [['x', '--kind'], '--kind needs a value: --kind <kind>.', undefined],
    [['x'], 'The command needs --kind <kind>.', 'tt cloud thing make <name> --kind <kind> [flags]'],
    [['--kind', 'big'], '<name> is missing.', 'tt cloud thing make <name> --kind <kind> [flags]'],
    [['x', 'y', '--kind', 'big'], 'The argument "y" is not expected.', undefined],
    [['', '--kind', 'big'], '<name> must be a text that is not empty.', undefined],
    [['x', '--kind', 'big', '--constructor'], 'The flag --constructor does not exist.', undefined],
  ])('%j is refused: %s', (argv, message, next) => {
    expect(() => parse(...argv)).toThrow(
      expect.objectContaining({ message, exit: 'usage', ...(next !== undefined && { next }) }) as Error,
    );
  });

  it('names its command before, between and after flags of every command', () => {
    expect(commandWords(['--profile', 'prod', 'cloud', '--json', 'thing', 'make', 'x'])).toEqual([
      'cloud',
      'thing',
      'make',
      'x',
    ]);
    expect(commandWords(['wrap', '--', 'cloud', 'thing'])).toEqual(['wrap']);
  });
});
