import { defineCommand, type Group } from '../../tree/command.ts';
import { optionalFlag, requiredFlag, switchFlag } from '../../tree/flag.ts';
import { anyText } from '../../tree/forms.ts';

const SUBJECTS = ['content', 'content-file', 'req-id', 'dataset', 'corpus'] as const;

/** Exactly one of these flags names the content, so each contradicts the others. */
const without = (own: (typeof SUBJECTS)[number]): readonly string[] => SUBJECTS.filter((name) => name !== own);

/** Commands about the block `guardrails` of the configuration file. They enforce nothing. */
export const guardrailsGroup: Group = {
  name: 'guardrails',
  summary: 'detectors for the content of calls, simulated',
  commands: [
    defineCommand('guardrails list', {
      summary: 'lists the detectors, and the bindings of a configuration file',
      description:
        'Bindings are listed with the state of their calibration. No binding is calibrated: `guardrails test --corpus` measures detectors on your own texts.',
      flags: { config: optionalFlag('<file>', 'also lists the bindings of this file', anyText, { short: 'c' }) },
      examples: [{ line: 'tt guardrails list -c tokentriage.yaml', does: 'See the bindings of a file' }],
      load: async () => await import('./list-guardrails.ts'),
    }),
    defineCommand('guardrails explain', {
      summary: 'explains a binding, and its findings in a text',
      flags: {
        binding: requiredFlag('<id>', 'the binding', anyText),
        config: requiredFlag('<file>', 'the configuration file', anyText, { short: 'c' }),
        content: optionalFlag('<text>', 'a text to examine', anyText),
      },
      examples: [
        {
          line: "tt guardrails explain --binding no-cards -c tokentriage.yaml --content 'my card is 4111 1111 1111 1111'",
          does: 'See what a binding finds in a text',
        },
      ],
      load: async () => await import('./explain-binding.ts'),
    }),
    defineCommand('guardrails test', {
      summary: 'applies the bindings of a file to content, and enforces nothing',
      description:
        'Exactly one flag names the content. A text without a side is examined as a request and as a response. Detectors that need a model or other software are skipped and listed. Matches show only the beginning of what was found. Offsets count characters of the text.',
      flags: {
        config: requiredFlag('<file>', 'the configuration file', anyText, { short: 'c' }),
        content: optionalFlag('<text>', 'a text', anyText, { contradicts: without('content') }),
        'content-file': optionalFlag('<file>', 'a file with a text; - is standard input', anyText, {
          contradicts: without('content-file'),
        }),
        'req-id': optionalFlag('<id>', 'a request whose content was captured on this machine', anyText, {
          contradicts: without('req-id'),
        }),
        dataset: optionalFlag('<file>', 'a JSONL file with an item on each line', anyText, {
          contradicts: without('dataset'),
        }),
        corpus: optionalFlag('<path>', 'labelled texts: a JSONL file, or a folder of such files', anyText, {
          contradicts: without('corpus'),
        }),
        'fail-on-match': switchFlag('ends with 10 if a binding has a match', { contradicts: ['corpus'] }),
      },
      examples: [
        {
          line: 'tt guardrails test -c tokentriage.yaml --content-file prompt.txt --fail-on-match',
          does: 'Check a prompt before it is used',
        },
        {
          line: 'tt guardrails test -c tokentriage.yaml --corpus labelled.jsonl',
          does: 'Measure precision and recall of each detector on your own texts',
        },
      ],
      load: async () => await import('./test-guardrails.ts'),
    }),
  ],
};
