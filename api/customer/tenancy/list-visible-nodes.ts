import type { FastifyRequest } from 'fastify';
import { isNodeVisible } from '../../../domain/tenancy/visibility.ts';
import type { NamedKind, NamedNode } from '../../../store/tenancy/named-node-store.ts';
import type { ListSource } from '../lane/list-handler.ts';
import type { RouteContext } from '../lane/route-context.ts';

/** The nodes of a kind that exist for the caller, in its organization or in one of its workspaces. */
export function listVisibleNodes<Document>(
  { ports, access }: RouteContext,
  request: FastifyRequest,
  kind: NamedKind,
  documentOf: (named: { name: string; created_at: string }, block: Required<NamedNode['block']>) => Document,
): ListSource<NamedNode, Document> {
  const caller = access.caller.of(request);
  const workspaceId = access.workspace.find(request)?.workspaceId;
  const within = { organizationId: caller.organizationId, ...(workspaceId !== undefined && { workspaceId }) };
  const idOf = ({ block }: NamedNode): string => block[`${kind}Id`] ?? '';
  return {
    list: `${kind}s`,
    workspaceId: workspaceId ?? '',
    load: (after, count) => ports.names.listNodes(kind, within, { limit: count, after }),
    visible: (nodes) => Promise.resolve(nodes.filter(({ block }) => isNodeVisible(caller, block))),
    keyOf: (node) => ({ createdAt: node.createdAt.toISOString(), id: idOf(node) }),
    present: (nodes) =>
      nodes.map(({ block, name, createdAt }) =>
        // A node has the ids of all nodes above it and its own, which are those in its document.
        documentOf({ name, created_at: createdAt.toISOString() }, block as Required<NamedNode['block']>),
      ),
  };
}
