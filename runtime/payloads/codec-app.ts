import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Payload, PayloadCodec } from '@temporalio/common';
import { Value } from 'typebox/value';
import type { BuildVersion } from '../../domain/installation/build-version.ts';
import { hasOperatorPassword } from './has-operator-password.ts';
import { isEncrypted } from './payload-codec.ts';
import { fromRemotePayload, RemotePayloads, toRemotePayload } from './remote-payloads.ts';
import { UnreadablePayload } from './unreadable-payload.ts';

/** The maximum size of a body. An event of a history holds 2 MiB and a gRPC message 4 MiB; base64 adds a third. */
const BODY_BYTES = 8 * 1024 * 1024;
const REQUEST_MS = 10_000;
/** Seconds for which a browser may cache the answer to a preflight request. */
const PREFLIGHT_SECONDS = '600';

export interface CodecAppParts {
  readonly codec: PayloadCodec;
  /** The namespace whose payloads the codec decrypts; each request names a namespace. */
  readonly namespace: string;
  /** The password that clients need; undefined: every client may use the codec. */
  readonly password: string | undefined;
  /** The origin of the Temporal UI, whose pages alone may use the codec; undefined: no page may. */
  readonly uiOrigin: string | undefined;
  /** The build that `/healthz` states. */
  readonly build: BuildVersion;
  readonly loggerInstance: FastifyBaseLogger;
}

/**
 * Creates the HTTP codec of payloads that the Temporal UI and `temporal --codec-endpoint` call: `POST /decode` and
 * `POST /encode`. The application does not listen yet. Requests and answers are never logged and never part of a
 * refusal.
 */
export function createCodecApp(parts: CodecAppParts): FastifyInstance {
  const app = fastify({
    loggerInstance: parts.loggerInstance,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    exposeHeadRoutes: false,
  });
  // A page may send plain text without a preflight request, so the parser is removed.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', (request, reply, next) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', vary: 'Origin' });
    admit(parts, request, reply);
    if (!reply.sent) next();
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    // The framework's message about a body may quote the body, so it is not sent.
    const { statusCode = 500 } = error;
    if (statusCode < 500) return refuse(reply, statusCode, 'Send `{"payloads": […]}` as JSON, of at most 8 MiB.');
    request.log.error({ name: error.name }, 'the codec failed');
    return refuse(reply, 500, 'The codec failed.');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There are POST /decode and POST /encode.'));

  app.get('/healthz', () => ({ status: 'ok', ...parts.build }));
  // A browser that has asked its user for the password here also sends it with the requests of the UI.
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

/** Refuses clients that may not use the codec, and answers the preflight request of a browser. */
function admit(parts: CodecAppParts, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  if (origin !== undefined) {
    if (origin !== parts.uiOrigin)
      return void refuse(reply, 403, 'Only the Temporal UI of this installation is allowed.');
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

/** Converts each payload for which `isDue` is true; any other stays unchanged, with all its members. */
async function convert(
  { body }: FastifyRequest,
  isDue: (payload: Payload) => boolean,
  convertOne: (payload: Payload) => Promise<Payload>,
): Promise<RemotePayloads> {
  if (!Value.Check(RemotePayloads, body)) throw Object.assign(new Error('not payloads'), { statusCode: 400 });
  const converted = body.payloads.map(async (remote) => {
    const payload = fromRemotePayload(remote);
    return isDue(payload) ? toRemotePayload(await convertOne(payload)) : remote;
  });
  return { payloads: await Promise.all(converted) };
}

/** Decodes one payload. A payload whose key is missing stays encrypted, so that the others are still shown. */
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
