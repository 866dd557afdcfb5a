import { answerProbes } from '../process/answer-probes.ts';
import { listenAt } from '../addresses/listen-at.ts';
import { createProgram, runProgram } from '../commands/program.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { handleShutdown } from '../process/shutdown.ts';
import { StartupFault } from '../startup-fault.ts';
import { openProcessLog } from '../telemetry/open-process-log.ts';
import { createCodecApp } from './codec-app.ts';
import { createPayloadCodec } from './payload-codec.ts';

const clock: Clock = { now: () => new Date() };

/** Serves the codec of payloads to the Temporal UI until the process is asked to end. */
async function serve(): Promise<void> {
  const settings = readConfiguration(process.env, 'codec');
  if (settings.payloadKeys.length === 0)
    throw new StartupFault('The codec needs TRUETALLY_PAYLOAD_KEYS. Set it to the keys of the workers.');
  const { logger: log, build } = openProcessLog('codec', settings);
  answerProbes();
  const app = createCodecApp({
    codec: createPayloadCodec(settings, clock),
    namespace: settings.temporalNamespace,
    password: settings.codecPassword,
    uiOrigin: settings.publicUiUrl === undefined ? undefined : new URL(settings.publicUiUrl).origin,
    build,
    loggerInstance: log,
  });
  const [host, port] = [settings.codecHost, settings.codecPort];
  await listenAt(app, { what: 'The codec', host, port, setting: 'TRUETALLY_CODEC_PORT' });
  handleShutdown(settings, log, async () => {
    await app.close();
    return true;
  });
}

await runProgram(
  createProgram(
    'npm run codec --',
    'Decrypts payloads for the Temporal UI. TRUETALLY_CODEC_… set its address (docs/payload-encryption.md).',
  ).action(serve),
);
