import { createApp } from '../api/composition/app.ts';
import type { ApiPorts } from '../api/ports/ports.ts';
import { inertPort, unreachableFrame } from './unreachable-ports.ts';

/** The OpenAPI document of the API, from the schemas of its routes. It needs no engine. */
export async function openapiDocument(): Promise<string> {
  const app = createApp({
    ...unreachable,
    installationKey: new Uint8Array(32),
  });
  await app.ready();
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  return document;
}

const unreachable: Omit<ApiPorts, 'installationKey'> = {
  ...unreachableFrame,
  timeZones: inertPort as ApiPorts['timeZones'],
  credentials: inertPort as ApiPorts['credentials'],
  tenancy: inertPort as ApiPorts['tenancy'],
  names: inertPort as ApiPorts['names'],
  serviceIdentities: inertPort as ApiPorts['serviceIdentities'],
  serviceCredentials: inertPort as ApiPorts['serviceCredentials'],
  teams: inertPort as ApiPorts['teams'],
  savedViews: inertPort as ApiPorts['savedViews'],
  reports: inertPort as ApiPorts['reports'],
  schedules: inertPort as ApiPorts['schedules'],
  inbox: inertPort as ApiPorts['inbox'],
  routes: inertPort as ApiPorts['routes'],
  cases: inertPort as ApiPorts['cases'],
  samples: inertPort as ApiPorts['samples'],
  comparisonEvidence: inertPort as ApiPorts['comparisonEvidence'],
  comparisonRuns: inertPort as ApiPorts['comparisonRuns'],
  connections: inertPort as ApiPorts['connections'],
  prices: inertPort as ApiPorts['prices'],
  callPrices: inertPort as ApiPorts['callPrices'],
  maxStallMs: () => 0,
  health: inertPort as ApiPorts['health'],
};
