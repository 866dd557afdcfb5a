import { defineCommand, type Group } from '../../tree/command.ts';
import { anyText } from '../../tree/forms.ts';

/** Commands about the embedded price table. They read no network. */
export const pricesGroup: Group = {
  name: 'prices',
  summary: 'the embedded price table',
  commands: [
    defineCommand('prices show', {
      summary: 'shows every rate of a model, at each provider',
      description:
        'A model can be named with its provider, such as openai/gpt-5-mini. Rates are in US dollars. The revision names the table with a digest over all prices, and each row of the log states the revision of its price.',
      args: [{ name: '<model>', summary: 'a model as calls name it', form: anyText }],
      flags: {},
      examples: [
        { line: 'tt prices show claude-haiku-4-5', does: 'See the rates of a model' },
        { line: 'tt prices show gpt-5-mini --jq .revision', does: 'Print the revision of the price table' },
      ],
      load: async () => await import('./show-prices.ts'),
    }),
    defineCommand('prices diff', {
      summary: 'shows the changes of a newer price table',
      description:
        'The file is a JSON list of providers, with their models and prices. A rate without an old amount, or with the old amount 0, has no percentage.',
      args: [{ name: '<newer.json>', summary: 'the file of the newer table', form: anyText }],
      flags: {},
      examples: [{ line: 'tt prices diff newer.json', does: 'See which models become more expensive' }],
      load: async () => await import('./diff-prices.ts'),
    }),
  ],
};
