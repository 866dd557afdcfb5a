import { defineCommand, type Group } from '../../tree/command.ts';
import { optionalFlag } from '../../tree/flag.ts';
import { agentName } from './agent-name.ts';
import { gatewayAddress } from './gateway-address.ts';

export const wrapGroup: Group = {
  name: 'wrap',
  summary: 'runs a program whose model calls go through the gateway as one trace',
  commands: [
    defineCommand('wrap', {
      summary: 'runs a program whose model calls go through the gateway as one trace',
      description:
        'Starts the program with ANTHROPIC_BASE_URL, OPENAI_BASE_URL and GOOGLE_GEMINI_BASE_URL at a local address. From there, each request goes to the gateway with a trace id that is new for this session, and with the agent. A request that already names a trace or an agent keeps it. The program needs its own gateway key, as without wrap. Its exit code is the exit code of the command.',
      flags: {
        agent: optionalFlag('<name>', 'the agent of the calls (x-tt-agent)', agentName),
        base: optionalFlag(
          '<url>',
          'the root of the gateway; default TRUETALLY_GATEWAY_URL, the profile, or http://127.0.0.1:8787',
          gatewayAddress,
        ),
      },
      runsProgram: true,
      endsItself: true,
      examples: [
        { line: 'tt wrap --agent reviewer -- claude -p "Review this change"', does: 'Run Claude Code as one trace' },
      ],
      load: async () => await import('./wrap-program.ts'),
    }),
  ],
};
