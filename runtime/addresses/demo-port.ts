import type { ReadScope } from '../../domain/tenancy/scope.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** The demo of `npm start`: the scope in which its synthetic traffic is read, and the addresses of its parts. */
interface Demo {
  readonly scope: ReadScope;
  readonly gatewayUrl: string;
  readonly temporalUiUrl: string | undefined;
}

/** The demo, if the launcher has started one. */
export function demoPort({
  demoGatewayUrl: gatewayUrl,
  publicUiUrl: temporalUiUrl,
}: Pick<Configuration, 'demoGatewayUrl' | 'publicUiUrl'>): { readonly demo?: Demo } {
  if (gatewayUrl === undefined) return {};
  const { organizationId, workspaceId, environments, subjects } = DEMO_TENANCY;
  const environmentIds = Object.values(environments).map(({ environmentId }) => environmentId);
  const may = { mayReadCost: true, mayReadContent: false, mayReadDimensions: false };
  const reader = { authorityEpoch: '0', subjectId: subjects.owner, ...may };
  return { demo: { gatewayUrl, temporalUiUrl, scope: { organizationId, workspaceId, environmentIds, ...reader } } };
}
