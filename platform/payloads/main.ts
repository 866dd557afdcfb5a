import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import { readConfiguration } from '../configuration.ts';
import { StartupFault } from '../startup-fault.ts';
import { createCodecApp } from './codec-app.ts';
import { createPayloadCodec } from './payload-codec.ts';

const CLOSE_MS = 5_000;

/** Serves the codec of payloads to the Temporal UI until the process is told to end. */
async function serve(): Promise<void> {
  const settings = readConfiguration(process.env);
  if (settings.payloadKeys.length === 0) throw new StartupFault('The codec needs TRUETALLY_PAYLOAD_KEYS.');
  const log = pino({
    level: settings.logLevel,
    base: { process: 'codec' },
    redact: ['req.headers.authorization', 'headers.authorization'],
  });
  const app = createCodecApp({
    codec: createPayloadCodec(settings),
    namespace: settings.temporalNamespace,
    password: settings.codecPassword,
    uiOrigin: settings.publicUiUrl === undefined ? undefined : new URL(settings.publicUiUrl).origin,
    loggerInstance: log,
  });
  await app.listen({ host: settings.codecHost, port: settings.codecPort });
  closeWithGrace({ delay: CLOSE_MS, logger: false }, async ({ err, signal }) => {
    if (err === undefined) log.info({ signal }, 'stopping');
    else log.fatal({ err }, 'the codec fails');
    await app.close();
  });
}

serve().catch((error: unknown) => {
  console.error(`truetally: ${error instanceof StartupFault ? error.message : String(error)}`);
  process.exit(1);
});
