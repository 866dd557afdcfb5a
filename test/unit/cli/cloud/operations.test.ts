import { expect, it } from 'vitest';
import { cloudGroup } from '../../../../cli/groups/cloud/cloud-group.ts';
import { describedOperations } from '../../../../testing/api/described-api.ts';
import { API_BASE_PATH } from '../../../../testing/api/test-api.ts';

/** The operations without a command, and the reason. */
const WITHOUT_COMMAND = {
  'customer.traffic.send': 'Gateways and instrumented clients send traffic, not people.',
  'customer.traffic.send_spans': 'OpenTelemetry exporters send spans.',
  'customer.traffic.send_logs': 'OpenTelemetry exporters send logs.',
  'customer.traffic.send_litellm_log': 'LiteLLM sends its log.',
  'customer.insights.rows': 'The contract names no command; `cloud insights overview` shows the same figures.',
  'customer.insights.receipt': 'It needs the read context of an answer, which a command line cannot carry.',
  'customer.reports.runs.export_csv': '`cloud report export --format csv` writes the same bytes.',
};

/** The contract names two commands for questions: one for figures and one for rows. */
const WITH_TWO_COMMANDS = ['customer.insights.query'];

it('each operation of the lane has one command, except for those that are listed with a reason', async () => {
  const lane = (await describedOperations()).filter(({ path }) => path.startsWith(API_BASE_PATH));
  const expected = [...lane.map(({ operationId }) => operationId), ...WITH_TWO_COMMANDS];
  const commands = cloudGroup.commands.map(({ operation }) => operation);
  expect([...commands, ...Object.keys(WITHOUT_COMMAND)].sort()).toEqual(expected.sort());
});

it('no flag takes a credential', () => {
  const names = cloudGroup.commands.flatMap(({ flags }) => Object.keys(flags));
  const suspicious = names.filter((name) => /key|token|secret|password/.test(name));
  expect(new Set(suspicious)).toEqual(
    new Set(['management-key-stdin', 'idempotency-key', 'max-output-tokens', 'judge-max-output-tokens']),
  );
});

it('each command has an action', async () => {
  for (const { load } of cloudGroup.commands) expect(typeof (await load()).run).toBe('function');
});

it('each flag contradicts only flags of its command, and they contradict it', () => {
  for (const { words, flags } of cloudGroup.commands) {
    for (const [name, { contradicts = [] }] of Object.entries(flags)) {
      const missing = contradicts.filter((other) => flags[other] === undefined);
      expect([words.join(' '), name, missing]).toEqual([words.join(' '), name, []]);
    }
  }
});
