import { createTruetallyClient, type TruetallyClient } from '../../../../clients/typescript/truetally-client.ts';
import type { TrafficEvent as SentEvent } from '../../../../clients/typescript/wire.ts';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import { createCredentialStore } from '../../../../store/tenancy/credential-store.ts';
import { createEnvironmentSettingsStore } from '../../../../store/tenancy/environment-settings-store.ts';
import { createTenancyNodeStore, type NodeKind } from '../../../../store/tenancy/tenancy-node-store.ts';
import { startApiProcess } from '../../../../testing/processes/api-process.ts';
import { createRandom } from '../../../../testing/random.ts';
import { createIngestWorld, type IngestWorld } from './ingest-world.ts';

/** The number of events that are sent together, in order. Events of one environment are in one request. */
const EVENTS_AT_ONCE = 1_000;

/** Two instances of the API that write into one journal, and an environment for each application that sends events. */
export interface HttpWorld extends IngestWorld {
  /** The scopes by application name; all belong to one workspace. */
  readonly scopes: ReadonlyMap<string, IngestWorld['scope']>;
  /**
   * Sends events in random order and twice, alternately to both instances, each with the key of its environment.
   * Resolves to the number of accepted events.
   */
  sendTwice(events: readonly TrafficEvent[], seed: number): Promise<number>;
}

export async function createHttpWorld(applications: readonly string[]): Promise<HttpWorld> {
  const world = await createIngestWorld();
  const { pool, ports } = world;
  const nodes = createTenancyNodeStore(pool, ports.clock);
  const make = async (kind: NodeKind, name: string, parentId?: string): Promise<string> =>
    (await nodes.create(kind, { name, parentId })).id;
  const organization = await make('organization', 'Senders');
  const workspace = await make('workspace', 'Senders', organization);
  const subjectId = await make('subject', 'Sender', organization);
  const start = () => startApiProcess(world.databaseUrl, world.clickhouseUrl, { TRUETALLY_JOURNAL: world.folder });
  const instances = await Promise.all([start(), start()]);

  const scopes = new Map<string, IngestWorld['scope']>();
  const clients = new Map<string, readonly TruetallyClient[]>();
  for (const name of applications) {
    const application = await make('application', name, workspace);
    const gateway = await make('gateway', name, application);
    const environment = await make('environment', name, gateway);
    scopes.set(name, {
      organization_id: organization,
      workspace_id: workspace,
      application_id: application,
      gateway_id: gateway,
      environment_id: environment,
    });
    await createEnvironmentSettingsStore(pool).change({ environmentId: environment, takesStatedCosts: true });
    const here = { applicationId: application, gatewayId: gateway, environmentId: environment };
    const key = { subjectId, class: 'runtime', environmentId: environment, name } as const;
    const { token } = await createCredentialStore(pool, ports.clock).create(key);
    const options = { token, organizationId: organization, workspaceId: workspace, ...here };
    clients.set(
      environment,
      instances.map(({ origin }) => createTruetallyClient({ ...options, baseUrl: origin })),
    );
  }
  // A declared gap covers the complete workspace, so any of its environments may send it.
  const [anyEnvironment = ''] = clients.keys();
  const environmentOf = ({ scope }: TrafficEvent): string =>
    'environment_id' in scope ? scope.environment_id : anyEnvironment;

  return {
    ...world,
    scopes,
    async sendTwice(events, seed) {
      const order = createRandom(seed).shuffled([...events, ...events]);
      let accepted = 0;
      let turn = 0;
      for (let first = 0; first < order.length; first += EVENTS_AT_ONCE) {
        const batch = order.slice(first, first + EVENTS_AT_ONCE);
        for (const [environment, ofInstances] of clients) {
          const own = batch.filter((event) => environmentOf(event) === environment);
          if (own.length === 0) continue;
          turn += 1;
          const receipt = await ofInstances[turn % ofInstances.length]!.traffic.send(own as SentEvent[]);
          accepted += receipt.accepted;
        }
      }
      return accepted;
    },
    async drop() {
      await Promise.all(instances.map((instance) => instance.stop()));
      await world.drop();
    },
  };
}
