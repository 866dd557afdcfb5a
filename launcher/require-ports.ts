import { join } from 'node:path';
import type { Configuration } from '../runtime/configuration.ts';
import { StartupFault } from '../runtime/startup-fault.ts';
import { findLivingEngine } from './engines/engine-record.ts';
import { requireFreePort } from './engines/require-free-port.ts';

interface RequiredPort {
  readonly port: number;
  readonly host: string;
  /** Chooses another one. */
  readonly variable: string;
  /** Of the process that will listen, in the data folder. */
  readonly folder: string;
}

/**
 * Looks whether everything that `npm start` is about to listen on is free, before it starts anything. What a process of an
 * earlier launcher still holds is: that one is adopted or replaced, and one that is on its way out is waited for.
 * @throws StartupFault naming every port that is taken, or wanted twice
 */
export async function requirePorts(configuration: Configuration): Promise<void> {
  const ports = portsOf(configuration);
  const faults = [...wantedTwice(ports), ...(await Promise.all(ports.map(takenPort))).flat()];
  if (faults.length > 0) throw new StartupFault(faults.join('\n'));
}

function portsOf(settings: Configuration): RequiredPort[] {
  const loopback = '127.0.0.1';
  const { host, managementPort, codecHost, metricsHost, metricsPort } = settings;
  const part = (name: string, port: number, variable: string, on = loopback): RequiredPort => ({
    port,
    host: on,
    variable,
    folder: join(settings.dataFolder, name),
  });
  return [
    part('api', settings.port, 'TRUETALLY_PORT', host),
    ...(managementPort === undefined ? [] : [part('api', managementPort, 'TRUETALLY_MANAGEMENT_PORT', host)]),
    part('proxy', settings.proxyPort, 'TRUETALLY_PROXY_PORT', settings.proxyHost),
    part('playback', settings.playbackPort, 'TRUETALLY_PLAYBACK_PORT'),
    ...(settings.payloadKeys.length > 0 ? [part('codec', settings.codecPort, 'TRUETALLY_CODEC_PORT', codecHost)] : []),
    ...(settings.databaseUrl === undefined ? [part('postgres', settings.postgresPort, 'TRUETALLY_POSTGRES_PORT')] : []),
    ...(settings.clickhouseUrl === undefined
      ? [part('clickhouse', settings.clickhousePort, 'TRUETALLY_CLICKHOUSE_PORT')]
      : []),
    ...(settings.temporalAddress === undefined
      ? [
          part('temporal', settings.temporalPort, 'TRUETALLY_TEMPORAL_PORT'),
          // Of the launcher itself.
          part('.', settings.temporalUiPort, 'TRUETALLY_TEMPORAL_UI_PORT'),
        ]
      : []),
    ...(metricsPort === undefined
      ? []
      : [
          part('api', metricsPort, 'TRUETALLY_METRICS_PORT', metricsHost),
          part('worker', metricsPort + 1, 'TRUETALLY_METRICS_PORT', metricsHost),
          part('proxy', metricsPort + 2, 'TRUETALLY_METRICS_PORT', metricsHost),
        ]),
  ];
}

function wantedTwice(ports: readonly RequiredPort[]): string[] {
  return ports.flatMap(({ port, variable }, index) => {
    const earlier = ports.slice(0, index).find((other) => other.port === port);
    return earlier === undefined
      ? []
      : [`Port ${port} is wanted by ${earlier.variable} and by ${variable}: choose another one with either.`];
  });
}

async function takenPort({ port, variable, host, folder }: RequiredPort): Promise<string[]> {
  if ((await findLivingEngine(folder, '')) !== undefined) return [];
  return requireFreePort(port, variable, host).then(
    () => [],
    (error: unknown) => [(error as Error).message],
  );
}
