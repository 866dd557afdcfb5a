import { inject, onTestFinished } from 'vitest';
import proto from '@temporalio/proto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import './provided-context.ts';
import { silenceTemporal } from './silence-temporal.ts';

const { IndexedValueType } = proto.temporal.api.enums.v1;

/**
 * The maximum number of attempts to start the server. The SDK waits a fixed five seconds for it, but on a busy machine
 * the first start takes longer.
 */
const START_ATTEMPTS = 4;

/** Starts a time-skipping server for the test, with our search attributes: an unknown attribute would stop it. */
export async function openSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  silenceTemporal();
  const environment = await startServer(START_ATTEMPTS);
  onTestFinished(() => environment.teardown());
  await environment.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(
      Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, IndexedValueType[`INDEXED_VALUE_TYPE_${type}`]]),
    ),
  });
  return environment;
}

async function startServer(attempts: number): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path: inject('testServerPath') } },
    });
  } catch (error) {
    if (attempts === 1 || !(error instanceof Error) || !error.message.includes('did not start within')) throw error;
    return startServer(attempts - 1);
  }
}
