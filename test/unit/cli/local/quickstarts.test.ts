import { describe, expect, it } from 'vitest';
import {
  anthropicQuickstart,
  tiersQuickstart,
  type Quickstart,
} from '../../../../cli/groups/run/quickstart-configuration.ts';
import { browserObstacle } from '../../../../cli/groups/demo/open-browser.ts';
import { examineConfiguration } from '../../../../runtime/configuration/examine-configuration.ts';

const stateOf = ({ configuration }: Quickstart): string => examineConfiguration(JSON.stringify(configuration)).state;

describe('the quickstarts of tt run', () => {
  it('are configurations that the processes accept', () => {
    const [haiku, opus] = [
      { upstream: 'anthropic', model: 'claude-haiku-4-5' },
      { upstream: 'anthropic', model: 'claude-opus-5' },
    ] as const;
    const gpt = { upstream: 'openai', model: 'gpt-5-mini' } as const;
    const google = { upstream: 'google', model: 'gemini-2.5-pro' } as const;
    expect([
      stateOf(anthropicQuickstart()),
      stateOf(tiersQuickstart({ simple: haiku, complex: opus })),
      stateOf(tiersQuickstart({ simple: haiku, complex: haiku })),
      stateOf(tiersQuickstart({ simple: gpt, complex: google })),
    ]).toEqual(['valid', 'valid', 'valid', 'valid']);
    expect(tiersQuickstart({ simple: gpt, complex: opus }).keys).toEqual(['OPENAI_API_KEY', 'ANTHROPIC_API_KEY']);
  });
});

describe('tt demo --open', () => {
  it.each([
    [{ BROWSER: 'firefox', SSH_CONNECTION: 'x' }, undefined],
    [{ SSH_CONNECTION: 'x', DISPLAY: ':0' }, 'this is a remote shell'],
    [{ CI: 'true', DISPLAY: ':0' }, 'CI is set'],
    [{}, 'there is no display'],
    [{ DISPLAY: ':0' }, undefined],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, undefined],
  ])('with %j has the obstacle %s', (env, expected) => {
    expect(browserObstacle(env, 'linux')).toBe(expected);
  });
});
