import { setTimeout as delay } from 'node:timers/promises';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';
import { SEARCH_ATTRIBUTES } from '../workflows/search-attributes.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import type { TemporalEndpoint } from '../runtime/addresses/temporal-endpoint.ts';

const RETENTION_DAYS = 90;
const DAY_SECONDS = 86_400;
/**
 * Milliseconds to wait for new names. The processes of a Temporal server poll for namespaces and attributes every few
 * seconds.
 */
const KNOWN_MS = 60_000;
const POLL_MS = 100;
const { IndexedValueType } = proto.temporal.api.enums.v1;

/** The gRPC status codes. */
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
/**
 * Permission denied, unimplemented, unauthenticated: the answers of Temporal Cloud to calls that only its own tools may
 * make.
 */
const REFUSED: readonly (number | undefined)[] = [7, 12, 16];

/** The state of the namespace, and what was changed. */
export interface PreparedNamespace {
  readonly isNew: boolean;
  /** Days for which Temporal keeps the history of an ended workflow. */
  readonly retentionDays: number;
  /** The search attributes that this run added. */
  readonly addedAttributes: readonly string[];
}

/** The calls of a Temporal frontend that this module needs. */
export interface NamespaceServices {
  readonly workflowService: Pick<
    Connection['workflowService'],
    'describeNamespace' | 'registerNamespace' | 'countWorkflowExecutions'
  >;
  readonly operatorService: Pick<Connection['operatorService'], 'listSearchAttributes' | 'addSearchAttributes'>;
}

type AttributeTypes = Awaited<
  ReturnType<NamespaceServices['operatorService']['listSearchAttributes']>
>['customAttributes'];

/**
 * Creates `namespace` with 90 days of retention and our search attributes, or adds what an existing one lacks. The
 * retention of an existing namespace is its operator's choice and stays. Resolves when workflows can be started with
 * every attribute.
 *
 * @throws StartupFault if Temporal cannot be reached, if one of our attributes has another type, or if the credentials
 *   may not add what is missing
 */
export async function prepareNamespace(endpoint: TemporalEndpoint, namespace: string): Promise<PreparedNamespace> {
  const connection = await Connection.connect({ ...endpoint, connectTimeout: 10_000 }).catch((error: unknown) => {
    throw new StartupFault(
      `Temporal does not answer at ${endpoint.address}. Check TRUETALLY_TEMPORAL_ADDRESS and its TLS settings.`,
      { cause: error },
    );
  });
  try {
    return await completeNamespace(connection, namespace);
  } finally {
    await connection.close();
  }
}

/** Prepares a namespace as `prepareNamespace` does, over an open connection. */
export async function completeNamespace(services: NamespaceServices, namespace: string): Promise<PreparedNamespace> {
  const isNew = await makeNamespace(services, namespace);
  const retentionDays = isNew ? RETENTION_DAYS : await retentionOf(services, namespace);
  const addedAttributes = await addMissingAttributes(services, namespace);
  if (isNew || addedAttributes.length > 0) {
    await untilKnown(namespace, () => isUsable(services, namespace));
  }
  return { isNew, retentionDays, addedAttributes };
}

/** Creates the namespace. Returns false if it exists, or if these credentials may not create it. */
async function makeNamespace({ workflowService }: NamespaceServices, namespace: string): Promise<boolean> {
  const seconds = RETENTION_DAYS * DAY_SECONDS;
  try {
    const workflowExecutionRetentionPeriod = proto.google.protobuf.Duration.fromObject({ seconds });
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    return true;
  } catch (error) {
    if (codeOf(error) === ALREADY_EXISTS || REFUSED.includes(codeOf(error))) return false;
    throw error;
  }
}

/** The retention in days. */
async function retentionOf({ workflowService }: NamespaceServices, namespace: string): Promise<number> {
  try {
    const { config } = await workflowService.describeNamespace({ namespace });
    return Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS;
  } catch (error) {
    if (codeOf(error) !== NOT_FOUND && !REFUSED.includes(codeOf(error))) throw error;
    throw new StartupFault(
      `Temporal has no namespace ${namespace} for these credentials, and they have no permission to create one. Create it yourself (on Temporal Cloud, \`tcld namespace create\`) with ${RETENTION_DAYS} days of retention, or name another namespace with TRUETALLY_TEMPORAL_NAMESPACE.`,
      { cause: error },
    );
  }
}

async function addMissingAttributes(services: NamespaceServices, namespace: string): Promise<string[]> {
  const present = await attributesOf(services, namespace);
  if (present === undefined) return [];
  // Adding a name that exists with another type succeeds and changes nothing, so the types are compared here.
  const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name, type }) => {
    const found = present[name];
    if (found === undefined) return true;
    if (found === IndexedValueType[`INDEXED_VALUE_TYPE_${type}`]) return false;
    throw new StartupFault(
      `The search attribute ${name} of Temporal namespace ${namespace} does not have the type ${type}. Choose another namespace with TRUETALLY_TEMPORAL_NAMESPACE.`,
    );
  });
  if (missing.length === 0) return [];
  const searchAttributes = Object.fromEntries(
    missing.map(({ name, type }) => [name, IndexedValueType[`INDEXED_VALUE_TYPE_${type}`]]),
  );
  await services.operatorService.addSearchAttributes({ namespace, searchAttributes }).catch((error: unknown) => {
    throw REFUSED.includes(codeOf(error)) ? attributesFault(namespace, missing, error) : error;
  });
  return missing.map(({ name }) => name);
}

/** The names of types as the tools of Temporal Cloud write them. */
const CLOUD_TYPES = { KEYWORD: 'Keyword', KEYWORD_LIST: 'KeywordList', DATETIME: 'Datetime' } as const;

function attributesFault(
  namespace: string,
  missing: readonly { readonly name: string; readonly type: keyof typeof CLOUD_TYPES }[],
  cause: unknown,
): StartupFault {
  const written = missing.map(({ name, type }) => `--sa "${name}=${CLOUD_TYPES[type]}"`);
  return new StartupFault(
    `These credentials have no permission to add search attributes to Temporal. Add them yourself (on Temporal Cloud, \`tcld namespace search-attributes add --namespace ${namespace} ${written.join(' ')}\`). Then run this command again.`,
    { cause },
  );
}

/** The types of search attributes by name; undefined if they may not be listed but all of ours can be used. */
async function attributesOf(services: NamespaceServices, namespace: string): Promise<AttributeTypes | undefined> {
  let present: AttributeTypes | undefined;
  await untilKnown(namespace, async () => {
    try {
      present = (await services.operatorService.listSearchAttributes({ namespace })).customAttributes;
    } catch (error) {
      // A server that was queried for the namespace before its creation caches the answer for a moment.
      if (codeOf(error) === NOT_FOUND) return false;
      if (!REFUSED.includes(codeOf(error)) || !(await isUsable(services, namespace))) throw error;
    }
    return true;
  });
  return present;
}

/**
 * Waits until new names are known. The process that received them knows them immediately, the other processes of the
 * server after their next poll.
 */
async function untilKnown(namespace: string, isKnown: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + KNOWN_MS;
  while (!(await isKnown())) {
    if (performance.now() > until) {
      throw new StartupFault(
        `The Temporal namespace ${namespace} is still not usable ${KNOWN_MS / 1_000} s after its creation. Read the log of the Temporal server.`,
      );
    }
    await delay(POLL_MS);
  }
}

async function isUsable({ workflowService }: NamespaceServices, namespace: string): Promise<boolean> {
  const query = Object.values(SEARCH_ATTRIBUTES)
    .map(({ name, type }) => `${name} = '${type === 'DATETIME' ? '2000-01-01T00:00:00Z' : 'none'}'`)
    .join(' AND ');
  return workflowService.countWorkflowExecutions({ namespace, query }).then(
    () => true,
    () => false,
  );
}

function codeOf(error: unknown): number | undefined {
  return isGrpcServiceError(error) ? error.code : undefined;
}
