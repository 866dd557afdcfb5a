import type { ServiceIdentityV1, TeamV1 } from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';

interface NameValues extends LaneFlags {
  readonly name: string;
}

export const listServices = listAction<ServiceIdentityV1, LaneFlags & PageValues>({
  operation: 'customer.service_identities.list',
  columns: [
    { title: 'NAME', canShrink: true, cell: ({ name }) => name },
    { title: 'SERVICE', cell: ({ service_id: id }) => id },
    { title: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ],
  empty: 'There are no services. tt cloud service-identity create makes one.',
});

export const createService = recordAction<ServiceIdentityV1, NameValues>({
  operation: 'customer.service_identities.create',
  body: (_context, { flags: { name } }) => ({ name }),
  text: serviceText,
});

export const getService = recordAction<ServiceIdentityV1, LaneFlags>({
  operation: 'customer.service_identities.get',
  ids: ['svc'],
  text: serviceText,
});

export const listTeams = listAction<TeamV1, LaneFlags & PageValues>({
  operation: 'customer.teams.list',
  columns: [
    { title: 'NAME', canShrink: true, cell: ({ name }) => name },
    { title: 'TEAM', cell: ({ team_id: id }) => id },
    { title: 'CREATED', cell: ({ created_at: at }) => localTime(at) },
  ],
  empty: 'There are no teams. tt cloud team create makes one.',
});

export const createTeam = recordAction<TeamV1, NameValues>({
  operation: 'customer.teams.create',
  body: (_context, { flags: { name } }) => ({ name }),
  text: (team, screen) =>
    recordText(
      [
        ['name', team.name],
        ['team', team.team_id],
        ['created', localTime(team.created_at)],
      ],
      screen,
    ),
});

function serviceText(service: ServiceIdentityV1, screen: Screen): string {
  return recordText(
    [
      ['name', service.name],
      ['service', service.service_id],
      ['workspace', service.workspace_id],
      ['created by', service.created_by],
      ['created', localTime(service.created_at)],
    ],
    screen,
  );
}
