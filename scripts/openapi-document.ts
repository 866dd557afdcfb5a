import { pino } from 'pino';
import { createApp } from '../api/app.ts';
import type { ApiPorts } from '../api/ports.ts';
import { DefectError } from '../domain/kernel/errors.ts';

/** The OpenAPI document of the API, from the schemas of its routes. Nothing is started and nothing is asked. */
export async function openapiDocument(): Promise<string> {
  const app = createApp({
    ...unreachable,
    clock: { now: () => new Date(0) },
    installationKey: new Uint8Array(32),
    logger: pino({ level: 'silent' }),
  });
  await app.ready();
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  return document;
}

/** A port of which every use is a defect: describing a route asks nobody. */
const inert = new Proxy(
  {},
  {
    get: () => () => {
      throw new DefectError('The OpenAPI document needs no port.');
    },
  },
);

const unreachable: Omit<ApiPorts, 'clock' | 'installationKey' | 'logger'> = {
  newId: () => {
    throw new DefectError('The OpenAPI document needs no id.');
  },
  timeZones: inert as ApiPorts['timeZones'],
  credentials: inert as ApiPorts['credentials'],
  tenancy: inert as ApiPorts['tenancy'],
  names: inert as ApiPorts['names'],
  savedViews: inert as ApiPorts['savedViews'],
  reports: inert as ApiPorts['reports'],
  schedules: inert as ApiPorts['schedules'],
  inbox: inert as ApiPorts['inbox'],
  routes: inert as ApiPorts['routes'],
  cases: inert as ApiPorts['cases'],
  samples: inert as ApiPorts['samples'],
  comparisonEvidence: inert as ApiPorts['comparisonEvidence'],
  comparisonRuns: inert as ApiPorts['comparisonRuns'],
  connections: inert as ApiPorts['connections'],
  prices: inert as ApiPorts['prices'],
  callPrices: inert as ApiPorts['callPrices'],
  audit: inert as ApiPorts['audit'],
  limits: { requestsPerCredential: 600, requestsPerAddress: 1_200, connectionsPerAddress: 256, trustedProxies: [] },
  longestStallMs: () => 0,
  health: inert as ApiPorts['health'],
  isStoreUnavailable: () => false,
};
