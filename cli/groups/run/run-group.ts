import { defineCommand, type Group } from '../../tree/command.ts';
import { optionalFlag, switchFlag } from '../../tree/flag.ts';
import { anyText } from '../../tree/forms.ts';
import { tierModel } from './quickstart-configuration.ts';

export const runGroup: Group = {
  name: 'run',
  summary: 'runs the gateway and the complete system on this machine',
  commands: [
    defineCommand('run', {
      summary: 'runs the gateway and the complete system on this machine',
      description:
        'Runs gateway, API, worker and the engines that no variable names, until Ctrl-C. The data stay in ./.data or TRUETALLY_DATA. The configuration is the file of --config, or TRUETALLY_CONFIG, or tokentriage.yaml. A quickstart needs no file: --anthropic records calls to Anthropic; --simple and --complex route short inputs to one model and the others to a second one. The keys of the providers come from ANTHROPIC_API_KEY, OPENAI_API_KEY and GEMINI_API_KEY.',
      flags: {
        config: optionalFlag('<file>', 'the configuration file', anyText, {
          ...{ short: 'c', contradicts: ['anthropic', 'simple', 'complex'] },
        }),
        anthropic: switchFlag('a quickstart: forwards calls to Anthropic, and records them', {
          contradicts: ['config', 'simple', 'complex'],
        }),
        simple: optionalFlag('<upstream/model>', 'a quickstart: the model for short inputs', tierModel, {
          contradicts: ['config', 'anthropic'],
        }),
        complex: optionalFlag('<upstream/model>', 'a quickstart: the model for all other calls', tierModel, {
          contradicts: ['config', 'anthropic'],
        }),
        'no-dashboard': switchFlag('without the management plane'),
      },
      endsItself: true,
      examples: [
        { line: 'tt run -c tokentriage.yaml', does: 'Run with a configuration file' },
        { line: 'tt run --anthropic', does: 'Record calls to Anthropic, with the key in ANTHROPIC_API_KEY' },
        {
          line: 'tt run --simple anthropic/claude-haiku-4-5 --complex anthropic/claude-opus-5',
          does: 'Route calls to two models',
        },
      ],
      load: async () => await import('./run-system.ts'),
    }),
  ],
};
