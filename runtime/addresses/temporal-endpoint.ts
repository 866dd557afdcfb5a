import type { TLSConfig } from '@temporalio/client';
import type { Configuration } from '../configuration/configuration.ts';

/** The address of a Temporal frontend, as both connections of the SDK take it. */
export interface TemporalEndpoint {
  /** `host:port` */
  readonly address: string;
  readonly tls?: TLSConfig;
  readonly apiKey?: string;
}

/** The frontend at `address` with the TLS and the API key of the configuration. */
export function temporalEndpoint(
  { temporalTls, temporalApiKey }: Pick<Configuration, 'temporalTls' | 'temporalApiKey'>,
  address: string,
): TemporalEndpoint {
  return {
    address,
    ...(temporalTls && {
      tls: {
        ...(temporalTls.ca && { serverRootCACertificate: temporalTls.ca }),
        ...(temporalTls.clientCertificate && { clientCertPair: temporalTls.clientCertificate }),
        ...(temporalTls.serverName !== undefined && { serverNameOverride: temporalTls.serverName }),
      },
    }),
    ...(temporalApiKey !== undefined && { apiKey: temporalApiKey }),
  };
}
