import { writeFileSync } from 'node:fs';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { createProgram } from '../runtime/commands/program.ts';
import { readConfiguration } from '../runtime/configuration/configuration.ts';
import { temporalEndpoint } from '../runtime/addresses/temporal-endpoint.ts';

const [workflowId = '', file = ''] = createProgram(
  'node --import tsx scripts/record-history.ts',
  'Records the history of a finished workflow for the replay tests.',
)
  .argument('<workflow id>')
  .argument('<file>', 'the file to write')
  .parse().args;
const configuration = readConfiguration(process.env);
const { temporalAddress, temporalPort, temporalNamespace: namespace } = configuration;
const connection = await Connection.connect(
  temporalEndpoint(configuration, temporalAddress ?? `127.0.0.1:${temporalPort}`),
);
try {
  const history = await new Client({ connection, namespace }).workflow.getHandle(workflowId).fetchHistory();
  const document: unknown = JSON.parse(historyToJSON(history), withoutMachine);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
} finally {
  await connection.close();
}

/**
 * The value without the process and machine (`4711@host`) and the location of its files, which are not part of a
 * replay.
 */
function withoutMachine(key: string, value: unknown): unknown {
  if (key === 'stackTrace') return '';
  return typeof value === 'string' && /^\d+@/.test(value) ? 'worker' : value;
}
