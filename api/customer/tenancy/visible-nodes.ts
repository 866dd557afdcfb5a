import type { FastifyRequest } from 'fastify';
import { seesNode } from '../../../domain/tenancy/visibility.ts';
import type { NamedKind, NamedNode } from '../../../store/tenancy/named-nodes.ts';
import { listPage } from '../../frame/paging/list-page.ts';
import { DEFAULT_PAGE_SIZE } from '../../frame/paging/page-cursor.ts';
import type { RouteContext } from '../../frame/route-context.ts';

/** One page of the nodes of a kind that exist for the caller, within its organization or one of its workspaces. */
export async function visibleNodes<Document>(
  { ports, access, cursors }: RouteContext,
  request: FastifyRequest & { query: { limit?: number; cursor?: string } },
  kind: NamedKind,
  documentOf: (named: { name: string; created_at: string }, block: Required<NamedNode['block']>) => Document,
): Promise<{ data: Document[]; next_cursor: string }> {
  const caller = access.caller.of(request);
  const workspaceId = access.workspace.find(request)?.workspaceId;
  const within = { organizationId: caller.organizationId, ...(workspaceId !== undefined && { workspaceId }) };
  const idOf = ({ block }: NamedNode): string => block[`${kind}Id`] ?? '';
  const { cursor, limit = DEFAULT_PAGE_SIZE } = request.query;
  const page = await listPage({
    cursors,
    owner: { list: `${kind}s`, workspaceId: workspaceId ?? '', subjectId: caller.subjectId },
    token: cursor,
    pointer: '/cursor',
    limit,
    load: (after, count) => ports.names.listNodes(kind, within, { limit: count, after }),
    visible: (nodes) => Promise.resolve(nodes.filter(({ block }) => seesNode(caller, block))),
    keyOf: (node) => ({ createdAt: node.createdAt.toISOString(), id: idOf(node) }),
  });
  const data = page.data.map(({ block, name, createdAt }) =>
    // A node has all ids down to its own, which are those that its document names.
    documentOf({ name, created_at: createdAt.toISOString() }, block as Required<NamedNode['block']>),
  );
  return { data, next_cursor: page.next_cursor };
}
