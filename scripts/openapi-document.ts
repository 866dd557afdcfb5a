import { createApp } from '../api/composition/app.ts';
import type { ApiPorts } from '../api/ports/ports.ts';
import { inert, unreachableFrame } from './unreachable-ports.ts';

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
  maxStallMs: () => 0,
  health: inert as ApiPorts['health'],
};
