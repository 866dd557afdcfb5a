import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createEnvironmentSettingsStore } from '../../store/tenancy/environment-settings-store.ts';
import { createCredentialStore } from '../../store/tenancy/credential-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { insertNode } from '../../store/tenancy/tenancy-node-store.ts';
import { advanceSource } from '../../analytics/indexer/advance-source.ts';
import { openJournalFolder } from '../../journal/files/journal-folder.ts';
import { parseJson } from '../../providers/json-parts.ts';
import { readAnswerBook } from '../../providers/playback/answer-book.ts';
import { createPlaybackApp } from '../../providers/playback/playback-app.ts';
import { createIndexingWorld, type IndexingWorld } from '../../testing/engines/indexing-world.ts';
import { startApiProcess } from '../../testing/processes/api-process.ts';
import { PLAYBACK_ANSWER } from './calls.ts';
import { callKey, type RecordedCalls } from './recorded-calls.ts';

/** The target of one sender's traffic. */
export interface SenderWorld {
  readonly environmentId: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly applicationId: string;
  readonly gatewayId: string;
  /** The runtime key of the sender. */
  readonly token: string;
  /** The origin of the API. */
  readonly origin: string;
  /** The URL of the environment's traffic. A recorder passes all requests on. */
  readonly traffic: string;
}

/** The API over separate engines, a playback provider, and a recorder of sent requests. */
export interface SendersWorld {
  readonly provider: string;
  readonly ports: IndexingWorld['ports'];
  readonly pool: IndexingWorld['pool'];
  /**
   * @param takesStatedCosts true if the costs that the sender states count; false if the price table prices its calls
   */
  addSender(takesStatedCosts: boolean): Promise<SenderWorld>;
  /** Sends all recorded requests of senders again, byte for byte. Resolves to the number of requests. */
  sendAgain(): Promise<number>;
  /** Loads all received traffic into facts. */
  indexAll(): Promise<void>;
  drop(): Promise<void>;
}

interface Recorded {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Creates a world whose provider gives the recorded answers to recorded calls, and played answers to all other calls.
 */
export async function createSendersWorld(recordedCalls: RecordedCalls): Promise<SendersWorld> {
  const world = await createIndexingWorld();
  const api = await startApiProcess(world.databaseUrl, world.clickhouseUrl, { TRUETALLY_JOURNAL: world.journalFolder });
  const playback = createPlaybackApp({
    answers: readAnswerBook(JSON.stringify(PLAYBACK_ANSWER)),
    plan: { latency_ms: 0, faults: [] },
    clock: world.clock,
    wait: () => Promise.resolve(),
  });
  const played = await playback.listen({ host: '127.0.0.1', port: 0 });
  const provider = await listen(async (asked) => answerRecorded(asked, recordedCalls) ?? passOn(played, asked));
  const recorded: Recorded[] = [];
  // LiteLLM sends all requests concurrently and does not retry. Of 535 concurrent requests, 290 were stored.
  let before: Promise<unknown> = Promise.resolve();
  const recorder = await listen((asked) => {
    recorded.push(asked);
    const answered = before.then(() => passOn(api.origin, asked));
    before = answered.catch(() => undefined);
    return answered.then((answer) => {
      if (answer.status !== 200) console.log(`${asked.path} was answered ${answer.status}: ${answer.text.toString()}`);
      return answer;
    });
  });
  return {
    provider: provider.origin,
    ports: world.ports,
    pool: world.pool,
    async addSender(takesStatedCosts) {
      const scope = await world.makeScope();
      const { environment_id: environmentId } = scope;
      await createEnvironmentSettingsStore(world.pool).change({ environmentId, takesStatedCosts });
      const subjectId = newId('subject');
      await insertNode(world.pool, 'subject', {
        ...{ id: subjectId, name: 'Sender', parentId: scope.organization_id, createdAt: world.clock.now() },
      });
      const { token } = await createCredentialStore(world.pool, world.clock).create({
        ...{ subjectId, class: 'runtime', name: 'sender', environmentId: scope.environment_id },
      });
      const path = `organizations/${scope.organization_id}/workspaces/${scope.workspace_id}/applications/${scope.application_id}/gateways/${scope.gateway_id}/environments/${scope.environment_id}`;
      return {
        organizationId: scope.organization_id,
        workspaceId: scope.workspace_id,
        applicationId: scope.application_id,
        gatewayId: scope.gateway_id,
        environmentId: scope.environment_id,
        token,
        origin: api.origin,
        traffic: `${recorder.origin}/portal/api/v1/customer/v1/${path}/traffic`,
      };
    },
    async sendAgain() {
      for (const each of recorded) {
        const { status, text } = await passOn(api.origin, each);
        if (status !== 200)
          throw new Error(`${each.path} was answered ${status} when it was sent again: ${text.toString()}`);
      }
      return recorded.length;
    },
    async indexAll() {
      for (const source of await openJournalFolder(world.journalFolder).sources()) {
        const lease = await world.ports.sources.lease(source, 'senders');
        if (lease === undefined) throw new Error(`Somebody else has ${source.id}.`);
        for (let next: bigint | undefined = lease.nextOffset; next !== undefined;)
          next = (await advanceSource(world.ports, source, 'senders', next))?.nextOffset;
        await world.ports.sources.release(source.id, 'senders');
      }
    },
    async drop() {
      await new Promise((resolve) => recorder.server.close(resolve));
      await new Promise((resolve) => provider.server.close(resolve));
      await playback.close();
      await api.stop();
      await world.drop();
    },
  };
}

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly text: Buffer;
}

function answerRecorded({ method, path, body }: Recorded, calls: RecordedCalls): Answered | undefined {
  const asked = parseJson(body.toString());
  const known = calls.get(callKey(method, path, (asked ?? {}) as Record<string, unknown>));
  if (known === undefined) return undefined;
  const { status, text } = known.exchange;
  return { status, type: text.toString('utf8', 0, 1) === '{' ? 'application/json' : 'text/event-stream', text };
}

/** Headers of the connection, which are not part of the message. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']);

async function passOn(origin: string, { path, method, headers, body }: Recorded): Promise<Answered> {
  const forwarded = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  const answer = await fetch(`${origin}${path}`, {
    ...{ method, body, headers: forwarded.map(([name, value]): [string, string] => [name, String(value)]) },
  });
  const text = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text };
}

async function listen(answer: (asked: Recorded) => Promise<Answered>): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const { url: path = '/', method = 'POST', headers } = request;
    void buffer(request)
      .then((body) => answer({ path, method, headers, body }))
      .then(({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text))
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
