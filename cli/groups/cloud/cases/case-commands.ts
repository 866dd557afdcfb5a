import { defineCommand } from '../../../tree/command.ts';
import { requiredFlag } from '../../../tree/flag.ts';
import { BODY_FLAG, FILE_FLAG, IDEMPOTENCY_FLAG, revision } from '../lane/body-flags.ts';
import { idArgument } from '../lane/id-argument.ts';
import { GATEWAY_FLAGS } from '../lane/lane-flags.ts';
import { PAGE_FLAGS } from '../lane/page-flags.ts';
import { NEW_CASE_FLAGS, REVISED_CASE_FLAGS } from './case-flags.ts';

const CASE = idArgument('case', 'a case');

/** Commands of `cloud case`. */
export const caseCommands = [
  defineCommand('cloud case list', {
    summary: 'lists the cases of the gateway',
    operation: 'customer.cases.list',
    flags: { ...GATEWAY_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./case-actions.ts')).listCases,
  }),
  defineCommand('cloud case get', {
    summary: 'shows the newest version of a case',
    operation: 'customer.cases.get',
    args: [CASE],
    flags: GATEWAY_FLAGS,
    load: async () => (await import('./case-actions.ts')).getCase,
  }),
  defineCommand('cloud case versions', {
    summary: 'lists the versions of a case',
    operation: 'customer.cases.versions',
    args: [CASE],
    flags: { ...GATEWAY_FLAGS, ...PAGE_FLAGS },
    load: async () => (await import('./case-actions.ts')).listVersions,
  }),
  defineCommand('cloud case create', {
    summary: 'creates cases: one by flags, or up to 100 by --body',
    operation: 'customer.cases.create',
    flags: { ...GATEWAY_FLAGS, ...NEW_CASE_FLAGS, ...IDEMPOTENCY_FLAG, ...BODY_FLAG },
    examples: [
      {
        line: 'tt cloud case create --message "How much is 6 times 7?" --expected 42 --label number',
        does: 'Create a case with a label',
      },
    ],
    load: async () => (await import('./case-actions.ts')).createCases,
  }),
  defineCommand('cloud case revise', {
    summary: 'adds a version to a case',
    description: 'The flags or the file state the whole content. A stale version ends with 5.',
    operation: 'customer.cases.revise',
    args: [CASE],
    flags: {
      ...GATEWAY_FLAGS,
      'expected-version': requiredFlag('<n>', 'the newest version that you have read', revision),
      ...REVISED_CASE_FLAGS,
      ...FILE_FLAG,
    },
    load: async () => (await import('./case-actions.ts')).reviseCase,
  }),
];
