import type { Configuration } from '../configuration/configuration.ts';

/** The address of the launcher's codec for a browser on this machine; undefined without keys. */
export function codecUrl({
  payloadKeys,
  codecHost,
  codecPort,
}: Pick<Configuration, 'payloadKeys' | 'codecHost' | 'codecPort'>): string | undefined {
  if (payloadKeys.length === 0) return undefined;
  const isEverywhere = codecHost === '0.0.0.0' || codecHost === '::';
  const host = isEverywhere ? '127.0.0.1' : codecHost.includes(':') ? `[${codecHost}]` : codecHost;
  return `http://${host}:${codecPort}`;
}
