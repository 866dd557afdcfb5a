import type {
  ApplicationV1,
  EnvironmentV1,
  GatewayV1,
  MeV1,
  WorkspaceV1,
} from '../../../../clients/typescript/wire.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { listAction, type ListColumn } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { partsText, recordText } from '../lane/record-text.ts';

type ListValues = LaneFlags & PageValues;

export const showMe = recordAction<MeV1, LaneFlags>({
  operation: 'customer.me.get',
  text: (me, screen) =>
    partsText([
      recordText(
        [
          ['name', me.subject_name],
          ['subject', me.subject_id],
          ['organization', `${me.organization_name} (${me.organization_id})`],
        ],
        screen,
      ),
      recordText(
        me.blocks.map((block) => [placeOf(block), block.actions.join(', ')]),
        screen,
      ),
    ]),
  notes: ({ blocks, blocks_truncated: isTruncated }) => [
    ...(blocks.length === 0 ? ['You have no permission in this organization.'] : []),
    ...(isTruncated ? ['You have permissions in more places than are shown.'] : []),
  ],
});

/** The id of the deepest node of a block. */
function placeOf(block: MeV1['blocks'][number]): string {
  return (
    block.environment_id ?? block.gateway_id ?? block.application_id ?? block.workspace_id ?? block.organization_id
  );
}

interface Node {
  readonly name: string;
  readonly created_at: string;
}

/** The columns of nodes: the name, then the id and the ids of the nodes above. */
function columnsOf<Row extends Node>(...ids: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] {
  return [
    { title: 'NAME', canShrink: true, cell: ({ name }) => name },
    ...ids,
    { title: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ];
}

export const listWorkspaces = listAction<WorkspaceV1, ListValues>({
  operation: 'customer.workspaces.list',
  columns: columnsOf({ title: 'WORKSPACE', cell: ({ workspace_id: id }) => id }),
  empty: 'You can see no workspace of this organization.',
});

export const listApplications = listAction<ApplicationV1, ListValues>({
  operation: 'customer.applications.list',
  columns: columnsOf({ title: 'APPLICATION', cell: ({ application_id: id }) => id }),
  empty: 'You can see no application of this workspace.',
});

export const listGateways = listAction<GatewayV1, ListValues>({
  operation: 'customer.gateways.list',
  columns: columnsOf(
    { title: 'GATEWAY', cell: ({ gateway_id: id }) => id },
    { title: 'APPLICATION', cell: ({ application_id: id }) => id },
  ),
  empty: 'You can see no gateway of this workspace.',
});

export const listEnvironments = listAction<EnvironmentV1, ListValues>({
  operation: 'customer.environments.list',
  columns: columnsOf(
    { title: 'ENVIRONMENT', cell: ({ environment_id: id }) => id },
    { title: 'GATEWAY', cell: ({ gateway_id: id }) => id },
    { title: 'APPLICATION', cell: ({ application_id: id }) => id },
  ),
  empty: 'You can see no environment of this workspace.',
});
