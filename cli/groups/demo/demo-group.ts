import { defineCommand, type Group } from '../../tree/command.ts';
import { defaultedFlag, optionalFlag, switchFlag } from '../../tree/flag.ts';
import { duration, wholeNumber } from '../../tree/forms.ts';
import { hostAndPort } from './host-and-port.ts';

/** The synthetic requests of a demo, as the contract has it. */
const ROWS = 40;
const LIVE = 6;

export const demoGroup: Group = {
  name: 'demo',
  summary: 'runs a complete system with demo traffic, without a key',
  commands: [
    defineCommand('demo', {
      summary: 'runs a complete system with demo traffic, without a key',
      description:
        'Starts a complete system in a temporary folder (or TRUETALLY_DATA), with synthetic traffic of two weeks and calls to a demo provider that cost nothing. It prints the address of the page, and runs until Ctrl-C. Then the temporary folder is deleted. If a usual port is in use, a free one is taken.',
      flags: {
        open: switchFlag('opens the page in a browser'),
        rows: defaultedFlag(
          '<number>',
          'the synthetic requests',
          { form: wholeNumber(1, 100_000), preset: ROWS },
          { contradicts: ['rich'] },
        ),
        live: defaultedFlag('<number>', 'the calls that are made through the gateway at the start', {
          ...{ form: wholeNumber(0, 1_000), preset: LIVE },
        }),
        rich: switchFlag('the complete synthetic traffic of 3,000 requests, enough for quality figures', {
          contradicts: ['rows'],
        }),
        heartbeat: optionalFlag('<duration>', 'makes one more call at this interval, at least 1s', duration),
        admin: optionalFlag('<host:port>', 'the address of the page and the API', hostAndPort),
        data: optionalFlag('<host:port>', 'the address of the gateway', hostAndPort),
      },
      endsItself: true,
      examples: [
        { line: 'tt demo --open', does: 'Look at the product' },
        { line: 'tt demo --rich --heartbeat 5s', does: 'A full demo with a call every five seconds' },
      ],
      load: async () => await import('./run-demo.ts'),
    }),
  ],
};
