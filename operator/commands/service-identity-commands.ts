import type { ServiceIdentityV1 } from '../../contracts/tenancy/service-identity.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { MAX_SERVICE_IDENTITIES } from '../../domain/tenancy/identity-limits.ts';
import { canActInWorkspace } from '../../domain/tenancy/resolve.ts';
import type { ServiceIdentityStore } from '../../store/tenancy/service-identity-store.ts';
import type { TenancyStore } from '../../store/tenancy/tenancy-store.ts';
import { loadActingSubject } from './load-acting-subject.ts';
import { defineCommand, type Command, type CommandRow } from './command.ts';
import { freeText, idOption, withPurpose } from './options.ts';

/** The ports of the commands for service identities. */
export interface ServiceIdentityCommandPorts {
  readonly serviceIdentities: ServiceIdentityStore;
  readonly tenancy: Pick<TenancyStore, 'loadCaller' | 'loadTree'>;
}

/** Commands that create and show service identities, by `<noun> <verb>`. */
export const SERVICE_IDENTITY_COMMANDS: Readonly<Record<string, Command<ServiceIdentityCommandPorts>>> = {
  'service-identity create': defineCommand({
    summary: 'creates the identity of a program, without any access',
    options: {
      workspace: idOption('workspace'),
      subject: withPurpose('its creator, who needs keys.manage in the workspace', idOption('subject')),
      name: freeText(),
    },
    async run({ serviceIdentities, tenancy }, { workspace: workspaceId, subject: createdBy, name }) {
      const { caller, workspace } = await loadActingSubject(tenancy, { subjectId: createdBy, workspaceId });
      if (!canActInWorkspace(caller, workspace, 'keys.manage')) {
        throw new Refusal(
          'forbidden',
          `Subject ${createdBy} does not have \`keys.manage\` in workspace ${workspaceId}. Allow it with \`binding create\`.`,
        );
      }
      return [serviceIdentityRow(await serviceIdentities.create({ workspaceId, name, createdBy }))];
    },
  }),
  'service-identity list': defineCommand({
    summary: 'lists the service identities of a workspace, newest first',
    options: { workspace: idOption('workspace') },
    run: async ({ serviceIdentities }, { workspace: workspaceId }) =>
      (await serviceIdentities.list({ workspaceId, limit: MAX_SERVICE_IDENTITIES, after: undefined })).map(
        serviceIdentityRow,
      ),
  }),
};

function serviceIdentityRow(service: ServiceIdentityV1): CommandRow {
  const { service_id, name, workspace_id, created_by, created_at } = service;
  return { service_id, name, workspace_id, created_by, created_at };
}
