import { CONFIG_FLAG } from '../../configuration/config-flag.ts';
import { defineCommand, type Group } from '../../tree/command.ts';
import { EXPLAIN_FLAGS, POLICY_PREVIEW_FLAGS } from './policy-flags.ts';

/** Commands about the routing policy of the configuration file. */
export const policyGroup: Group = {
  name: 'policy',
  summary: 'the routing policy: its decisions, their preview, and its migration',
  commands: [
    defineCommand('policy explain', {
      summary: 'explains why a logged call went where it went',
      flags: EXPLAIN_FLAGS,
      examples: [{ line: 'tt policy explain --req-id greq_…', does: 'See which rule decided, and what it cost' }],
      load: async () => await import('./explain-decision.ts'),
    }),
    defineCommand('policy preview', {
      summary: 'shows what the policy of a file would have decided for logged calls',
      description:
        'Each logged call of an application is decided again by the tiers, rules and affinity of the file. Its cost is that of the same tokens at the new tier. A file with mode ledger is previewed as route. The answer lists its approximations, and the calls that cannot be decided.',
      flags: POLICY_PREVIEW_FLAGS,
      examples: [{ line: 'tt policy preview -c tokentriage.yaml --since 7d', does: 'See what a change would cost' }],
      load: async () => await import('./preview-policy.ts'),
    }),
    defineCommand('policy migrate', {
      summary: 'prints a configuration file of the former form in the current one',
      description:
        'The former form has upstreams and a two-tier policy. Other blocks stay, and comments outside of policy. A terminal shows the difference; a pipe, --output and --json get the file. The named file is not changed.',
      flags: CONFIG_FLAG,
      examples: [{ line: 'tt policy migrate -c old.yaml -o tokentriage.yaml', does: 'Write the migrated file' }],
      load: async () => await import('./migrate-policy.ts'),
    }),
  ],
};
