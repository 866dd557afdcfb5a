import { describe, expect, it } from 'vitest';
import { runTt } from '../../../testing/cli/run-tt.ts';

describe('tt', () => {
  it('without words prints its help on standard error and ends with 2', async () => {
    const { code, stdout, stderr } = await runTt([]);
    expect([code, stdout, stderr.split('\n', 1)[0]]).toEqual([
      2,
      '',
      'tt shows what LLM calls cost and how well they work, and operates Truetally.',
    ]);
  });

  it('ends with 1 for an unknown first word, and names a near one', async () => {
    expect(await runTt(['confg'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: unknown command "confg"\n  try: tt config\n',
    });
  });

  it('ends with 2 for an unknown flag, once and without a stack', async () => {
    expect(await runTt(['config', 'show', '--orgin'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: The flag --orgin does not exist.\n  try: --origin\n',
    });
  });

  it('applies a jq filter to the document', async () => {
    expect(await runTt(['config', 'path', '--jq', '.path', '--profile', 'x'], { env: { HOME: '/h' } })).toMatchObject({
      code: 2,
      stderr:
        '{"code":"usage","title":"The profile \\"x\\" does not exist in /h/.config/truetally/config.yaml.","next_action":"tt help profiles"}\n',
    });
    expect(await runTt(['--jq', '.path', 'config', 'path'], { env: { HOME: '/h' } })).toEqual({
      code: 0,
      stdout: '/h/.config/truetally/config.yaml\n',
      stderr: '',
    });
  });
});
