import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { Value } from 'typebox/value';
import type { BuildVersion } from '../../domain/installation/build-version.ts';
import { hasOperatorPassword } from './has-operator-password.ts';
import { isEncrypted } from './payload-codec.ts';
import { fromRemote, RemotePayloads, toRemote } from './remote-payloads.ts';
import { UnreadablePayload } from './unreadable-payload.ts';

/** A history's event holds 2 MiB, a gRPC message 4 MiB, and base64 makes a third more of them. */
const BODY_BYTES = 8 * 1024 * 1024;
const REQUEST_MS = 10_000;
/** Seconds for which a browser may cache the answer to a preflight request. */
const PREFLIGHT_SECONDS = '600';

export interface CodecAppParts {
  readonly codec: PayloadCodec;
  /** The namespace whose payloads it decrypts; a request names the namespace it is about. */
  readonly namespace: string;
  /** The password; undefined: every client may ask. */
  readonly password: string | undefined;
  /** The origin of the Temporal UI, the only page that may ask; undefined: none. */
  readonly uiOrigin: string | undefined;
  /** The build that `/healthz` states. */
  readonly build: BuildVersion;
  readonly loggerInstance: FastifyBaseLogger;
}

/**
 * The codec of payloads over HTTP, as the Temporal UI and `temporal --codec-endpoint` ask for it: `POST /decode` and
 * `POST /encode`. Builds and never listens. Requests and answers are never logged and never part of a refusal.
 */
export function createCodecApp(parts: CodecAppParts): FastifyInstance {
  const app = fastify({
    loggerInstance: parts.loggerInstance,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    exposeHeadRoutes: false,
  });
  // A page may send a text without asking first.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', (request, reply, next) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Origin' });
    admit(parts, request, reply);
    if (!reply.sent) next();
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    // What the framework says of a body may quote it.
    const { statusCode = 500 } = error;
    if (statusCode < 500) return refuse(reply, statusCode, 'Send `{"payloads": […]}` as JSON, of at most 8 MiB.');
    request.log.error({ name: error.name }, 'the codec failed');
    return refuse(reply, 500, 'The codec failed.');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There are POST /decode and POST /encode.'));

  app.get('/healthz', () => ({ status: 'ok', ...parts.build }));
  // A browser that was asked for the password here sends it along when the UI asks.
  app.get(
    '/',
    () => 'You are signed in: the Temporal UI shows decrypted payloads, if it is set to include credentials.',
  );
  app.post('/decode', (request) =>
    convert(request, isEncrypted, (payload) => decodeOne(parts.codec, payload, request.log)),
  );
  app.post('/encode', (request) =>
    convert(
      request,
      (payload) => !isEncrypted(payload),
      (payload) => encodeOne(parts.codec, payload),
    ),
  );
  return app;
}

/** Answers clients that may not ask, and the preflight request of a browser. */
function admit(parts: CodecAppParts, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin !== undefined) {
    if (origin !== parts.uiOrigin) return void refuse(reply, 403, 'Only the Temporal UI of this installation may ask.');
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
    if (request.method === 'OPTIONS') {
      return void reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'authorization, content-type, x-namespace',
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .status(204)
        .send();
    }
  }
  if (request.url === '/healthz') return;
  if (parts.password !== undefined && !hasOperatorPassword(request.headers.authorization, parts.password)) {
    void reply.header('www-authenticate', 'Basic realm="truetally payloads", charset="UTF-8"');
    return void refuse(reply, 401, 'Give the user `operator` and the password TRUETALLY_CODEC_PASSWORD.');
  }
  if (request.method === 'POST' && request.headers['x-namespace'] !== parts.namespace)
    void refuse(reply, 403, `Name the namespace \`${parts.namespace}\` in \`x-namespace\`; there is no other here.`);
}

function refuse(reply: FastifyReply, status: number, detail: string): FastifyReply {
  return reply.status(status).send({ detail });
}

/** Converts each payload that `isDue`; any other stays what it is, with every member that it has. */
async function convert(
  { body }: FastifyRequest,
  isDue: (payload: Payload) => boolean,
  convertOne: (payload: Payload) => Promise<Payload>,
): Promise<RemotePayloads> {
  if (!Value.Check(RemotePayloads, body)) throw Object.assign(new Error('not payloads'), { statusCode: 400 });
  const converted = body.payloads.map(async (remote) => {
    const payload = fromRemote(remote);
    return isDue(payload) ? toRemote(await convertOne(payload)) : remote;
  });
  return { payloads: await Promise.all(converted) };
}

/** One whose key is gone stays encrypted, so that it hides nothing but itself. */
async function decodeOne(codec: PayloadCodec, payload: Payload, log: FastifyBaseLogger): Promise<Payload> {
  try {
    const [decoded = payload] = await codec.decode([payload]);
    return decoded;
  } catch (error) {
    if (!(error instanceof UnreadablePayload)) throw error;
    log.warn({ detail: error.message }, 'a payload stays encrypted');
    return payload;
  }
}

async function encodeOne(codec: PayloadCodec, payload: Payload): Promise<Payload> {
  const [encoded = payload] = await codec.encode([payload]);
  return encoded;
}
