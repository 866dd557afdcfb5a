import type { ApiPorts } from '../../api/ports/ports.ts';
import type { FakeControlPlane } from './control-plane.ts';

type PlanePort =
  | 'credentials'
  | 'tenancy'
  | 'names'
  | 'serviceIdentities'
  | 'serviceCredentials'
  | 'teams'
  | 'savedViews'
  | 'reports'
  | 'schedules'
  | 'inbox'
  | 'routes'
  | 'cases'
  | 'comparisons'
  | 'samples'
  | 'comparisonEvidence'
  | 'comparisonRuns'
  | 'connections';

/** The ports of the customer lane that a control plane in memory serves. */
export function planePorts(plane: FakeControlPlane): Pick<ApiPorts, PlanePort> {
  const { scheduling, comparing, identities } = plane;
  return {
    credentials: plane.credentials,
    tenancy: plane.tenancy,
    names: plane.names,
    serviceIdentities: identities.services,
    serviceCredentials: identities.credentials,
    teams: identities.teams,
    savedViews: plane.savedViews,
    reports: plane.reports,
    schedules: scheduling.schedules,
    inbox: scheduling.inbox,
    routes: comparing.routes,
    cases: comparing.cases,
    comparisons: comparing.comparisons,
    samples: comparing.samples,
    comparisonEvidence: comparing.evidence,
    comparisonRuns: comparing.runs,
    connections: comparing.connections,
  };
}
