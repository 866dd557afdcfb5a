import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readPassword } from '../../../operator/read-password.ts';

/** A terminal for typed input, and the text that it shows. */
function aTerminal(isTTY: boolean) {
  const shown: string[] = [];
  const input = Object.assign(new PassThrough(), { isTTY });
  return { input, shown, output: { write: (text: string) => shown.push(text) } };
}

it.each([
  ['a line', 'correct horse\n'],
  ['one that ends as Windows has it', 'correct horse\r\n'],
  ['one that does not end', 'correct horse'],
  ['the first of several', 'correct horse\nbattery\n'],
])('accepts %s of the input of the command, and prompts for nothing', async (_name, written) => {
  const { input, output, shown } = aTerminal(false);
  input.end(written);
  expect(await readPassword({ input, output })).toBe('correct horse');
  expect(shown).toEqual([]);
});

it('prompts twice on a terminal, and shows no typed character', async () => {
  const { input, output, shown } = aTerminal(true);
  input.write('correct horse\rcorrect horse\r');
  expect(await readPassword({ input, output })).toBe('correct horse');
  expect(shown).toEqual(['Password: ', '\nRepeat the password: ', '\n']);
});

it('refuses two different passwords', async () => {
  const { input, output } = aTerminal(true);
  input.write('correct horse\rcorrect hose\r');
  await expect(readPassword({ input, output })).rejects.toThrow('The two passwords differ. Run the command again.');
});

it.each([
  ['nothing', false, ''],
  ['Ctrl-C', true, '\u0003'],
  ['Ctrl-D', true, '\u0004'],
])('refuses %s as a password', async (_name, isTTY, typed) => {
  const { input, output } = aTerminal(isTTY);
  input.end(typed);
  await expect(readPassword({ input, output })).rejects.toThrow(
    'Nothing was typed. Run the command again, and type the password.',
  );
});
