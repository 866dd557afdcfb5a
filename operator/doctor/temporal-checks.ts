import { isGrpcServiceError, type Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import type { Clock } from '../../domain/kernel/clock.ts';
import { RETENTION_SWEEP_SCHEDULE_ID } from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { temporalClockVerdict } from './findings/clock-skew.ts';
import {
  faultVerdict,
  okVerdict,
  unknownVerdict,
  warningVerdict,
  type Check,
  type CheckVerdict,
} from './findings/finding.ts';
import { versionVerdict } from './findings/version-verdict.ts';
import { isLoopback } from './findings/host-and-port.ts';
import { listPollers, withShortDeadline, unattendedQueues, type Poller } from './temporal-facts.ts';

const WANTED_DAYS = 90;
const DAY_SECONDS = 86_400;
const NOT_FOUND = 5;
const { IndexedValueType } = proto.temporal.api.enums.v1;

/** The checks of Temporal. `reached` rejects if it does not answer. */
export function temporalChecks(
  { temporalNamespace: namespace, temporalTls, workerVersion }: Configuration,
  address: string,
  clock: Clock,
  reached: Promise<Connection>,
): Check[] {
  const check = (name: string, look: (connection: Connection) => Promise<CheckVerdict>): Check => ({
    part: 'temporal',
    check: name,
    look: () => reached.then(look),
  });
  const pollers = reached.then((connection) => listPollers(connection, namespace));
  pollers.catch(() => undefined);
  return [
    check('version', async (connection) => {
      const { serverVersion } = await withShortDeadline(connection, () => connection.workflowService.getSystemInfo({}));
      return versionVerdict('Temporal', serverVersion);
    }),
    check('encryption', () => Promise.resolve(encryption(address, temporalTls !== undefined))),
    check('clock', async () => pollsVerdict(await pollers, clock.now())),
    check('namespace', (connection) => retention(connection, namespace)),
    check('search attributes', (connection) => searchAttributes(connection, namespace)),
    check('workers', async () => pollersVerdict(await pollers)),
    check('worker versions', async () => versionsVerdict(await pollers, workerVersion)),
    check('housekeeping', (connection) => housekeeping(connection, namespace)),
  ];
}

function encryption(address: string, isOn: boolean): CheckVerdict {
  if (isOn) return okVerdict('The connection uses TLS.');
  if (isLoopback(address)) return okVerdict('The connection is not encrypted, and needs no encryption on loopback.');
  return warningVerdict(
    'The connection is not encrypted, so others on the network can read histories.',
    'Set up TLS on the server, and set TRUETALLY_TEMPORAL_TLS to `on`.',
  );
}

function pollsVerdict(pollers: readonly Poller[], now: Date): CheckVerdict {
  if (pollers.length === 0) return unknownVerdict('No worker polls, and only polls show the time of Temporal.');
  return temporalClockVerdict(Math.max(...pollers.map(({ lastPollAt }) => lastPollAt)), now.getTime());
}

async function retention(connection: Connection, namespace: string): Promise<CheckVerdict> {
  try {
    const { config } = await withShortDeadline(connection, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / DAY_SECONDS;
    const seen = `Namespace ${namespace} keeps histories for ${days} days.`;
    return days >= WANTED_DAYS
      ? okVerdict(seen)
      : warningVerdict(
          seen,
          `Raise its retention to ${WANTED_DAYS} days, so that histories are stored as long as runs.`,
        );
  } catch (error) {
    if (!isGrpcServiceError(error) || (error.code as number) !== NOT_FOUND) throw error;
    return faultVerdict(
      `There is no namespace ${namespace}.`,
      'Run `npm run migrate` to create it, or name another namespace with TRUETALLY_TEMPORAL_NAMESPACE.',
    );
  }
}

async function searchAttributes(connection: Connection, namespace: string): Promise<CheckVerdict> {
  const { customAttributes } = await withShortDeadline(connection, () =>
    connection.operatorService.listSearchAttributes({ namespace }),
  );
  return attributesVerdict(customAttributes);
}

/** The verdict on the types of a namespace's attributes, by name. */
export function attributesVerdict(present: Readonly<Record<string, number>>): CheckVerdict {
  const wanted = Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => ({
    name,
    found: present[name],
    type: IndexedValueType[`INDEXED_VALUE_TYPE_${type}`],
  }));
  const missing = wanted.filter(({ found }) => found === undefined).map(({ name }) => name);
  if (missing.length > 0)
    return faultVerdict(
      `These search attributes are missing: ${missing.join(', ')}.`,
      'Run `npm run migrate` to add them.',
    );
  const mistyped = wanted.filter(({ found, type }) => found !== type).map(({ name }) => name);
  if (mistyped.length === 0) return okVerdict(`All ${wanted.length} search attributes exist.`);
  return faultVerdict(
    `These search attributes have a wrong type: ${mistyped.join(', ')}.`,
    'Choose another namespace with TRUETALLY_TEMPORAL_NAMESPACE. A search attribute cannot change its type.',
  );
}

/** The verdict on the pollers, by process. */
export function pollersVerdict(pollers: readonly Poller[]): CheckVerdict {
  const processes = new Set(pollers.map(({ identity }) => identity));
  const unattended = unattendedQueues(pollers);
  if (pollers.length === 0) return faultVerdict('No worker polls any task queue.', 'Start a worker.');
  if (unattended.length === 0) return okVerdict(`${processes.size} processes poll all task queues.`);
  return faultVerdict(
    `No worker polls these task queues: ${unattended.join(', ')}.`,
    'Read the log of the workers, and start them again.',
  );
}

/** The verdict on the builds that poll, compared with the versions in this configuration. */
export function versionsVerdict(pollers: readonly Poller[], wanted: Configuration['workerVersion']): CheckVerdict {
  if (pollers.length === 0) return unknownVerdict('No worker polls.');
  const builds = [
    ...new Set(pollers.map(({ deployment, buildId }) => `${deployment || 'unversioned'} ${buildId}`.trim())),
  ];
  const seen = `These builds poll: ${builds.sort().join(', ')}.`;
  if (wanted === undefined) return okVerdict(seen);
  const isThere = pollers.some(
    ({ deployment, buildId }) => deployment === wanted.deploymentName && buildId === wanted.buildId,
  );
  return isThere
    ? okVerdict(seen)
    : warningVerdict(
        `${seen} Build ${wanted.deploymentName} ${wanted.buildId} of this environment does not poll.`,
        'Start a worker of this build, or unset TRUETALLY_WORKER_DEPLOYMENT and TRUETALLY_WORKER_BUILD_ID here.',
      );
}

async function housekeeping(connection: Connection, namespace: string): Promise<CheckVerdict> {
  const scheduleId = RETENTION_SWEEP_SCHEDULE_ID;
  try {
    const { schedule } = await withShortDeadline(connection, () =>
      connection.workflowService.describeSchedule({ namespace, scheduleId }),
    );
    return schedule?.state?.paused === true
      ? warningVerdict(
          `The schedule ${scheduleId} is paused.`,
          'Unpause it in the Temporal UI. While it is paused, expired data is not removed.',
        )
      : okVerdict(`The schedule ${scheduleId} exists.`);
  } catch (error) {
    if (!isGrpcServiceError(error) || (error.code as number) !== NOT_FOUND) throw error;
    return faultVerdict(
      `There is no schedule ${scheduleId}.`,
      'Start a worker, which creates the schedule immediately. A running worker creates it again within an hour if Temporal removed it after a week without a trigger.',
    );
  }
}
