import { Connection, isGrpcServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { StartupFault } from '../startup-fault.ts';
import type { TemporalEndpoint } from '../temporal-endpoint.ts';

const RETENTION_SECONDS = 90 * 86_400;
const ALREADY_EXISTS = 6;
const { IndexedValueType } = proto.temporal.api.enums.v1;

/**
 * Makes `namespace` at a frontend with 90 days' retention and our search attributes, or completes the one that is there.
 * @throws StartupFault when it cannot be reached, or holds one of our attributes with another type
 */
export async function prepareNamespace(endpoint: TemporalEndpoint, namespace: string): Promise<void> {
  const connection = await Connection.connect({ ...endpoint, connectTimeout: 10_000 }).catch((error: unknown) => {
    throw new StartupFault(`Temporal does not answer at ${endpoint.address}.`, { cause: error });
  });
  try {
    await makeNamespace(connection, namespace);
    await addMissingAttributes(connection, namespace);
  } finally {
    await connection.close();
  }
}

async function makeNamespace(connection: Connection, namespace: string): Promise<void> {
  const workflowExecutionRetentionPeriod = proto.google.protobuf.Duration.fromObject({ seconds: RETENTION_SECONDS });
  try {
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
  } catch (error) {
    if (!isGrpcServiceError(error) || (error.code as number) !== ALREADY_EXISTS) throw error;
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: workflowExecutionRetentionPeriod },
    });
  }
}

async function addMissingAttributes(connection: Connection, namespace: string): Promise<void> {
  const { customAttributes: present } = await connection.operatorService.listSearchAttributes({ namespace });
  // Adding a name that exists with another type succeeds and changes nothing, so the types are compared here.
  const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name, type }) => {
    const found = present[name];
    if (found === undefined) return true;
    if (found === IndexedValueType[`INDEXED_VALUE_TYPE_${type}`]) return false;
    throw new StartupFault(
      `Search attribute ${name} of Temporal namespace ${namespace} has another type than ${type}: choose another namespace with TRUETALLY_TEMPORAL_NAMESPACE.`,
    );
  });
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(
    missing.map(({ name, type }) => [name, IndexedValueType[`INDEXED_VALUE_TYPE_${type}`]]),
  );
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
}
