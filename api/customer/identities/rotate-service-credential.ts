import { IDENTITY_OPERATIONS } from '../../../contracts/tenancy/identity-operations.ts';
import { ServiceCredentialRotateSchema } from '../../../contracts/tenancy/service-credential.ts';
import { invalidMember } from '../../../domain/kernel/errors.ts';
import { DEFAULT_OVERLAP_MINUTES } from '../../../domain/tenancy/identity-limits.ts';
import { actionsForGrants } from '../../../domain/tenancy/key-grants.ts';
import { createCustomerHandler } from '../lane/create-customer-handler.ts';
import { runOrderedWrite } from '../../frame/writes/run-ordered-write.ts';
import { permitKeys } from './permit-keys.ts';
import { requireKnownTeams, requireTeams } from './permit-teams.ts';

/** Replaces a credential of a service by a successor, and shows the text of the successor once. */
export const rotateServiceCredential = createCustomerHandler(
  IDENTITY_OPERATIONS,
  'customer.service_credentials.rotate',
  {
    access: 'requireServiceCredential',
    body: ServiceCredentialRotateSchema,
    answer: async (request, { ports, access }) => {
      const { overlap_minutes: overlapMinutes, revoke_previous_now: revokesPrevious = false } = request.body;
      const { team_ids: teamIds } = request.body;
      const previous = access.serviceCredential.of(request);
      const { organization_id: organizationId, environment_id: environmentId } = previous;
      const caller = access.caller.of(request);
      const workspace = access.workspace.of(request);
      const data = await runOrderedWrite({
        permit: () => {
          // The successor has the same rights, so its creator needs what a creation with them needs.
          permitKeys(caller, workspace, environmentId, actionsForGrants(previous.grants));
          if (teamIds === undefined) return;
          permitKeys(caller, workspace, environmentId, ['members.manage']);
          requireTeams(ports);
        },
        check: async () => {
          if (revokesPrevious && overlapMinutes !== undefined)
            throw invalidMember(
              '/overlap_minutes',
              '`overlap_minutes` and `revoke_previous_now` exclude each other. Send only one of them.',
            );
          await requireKnownTeams(ports, workspace.workspaceId, teamIds ?? []);
        },
        write: () =>
          ports.serviceCredentials.rotate({
            credentialId: previous.credential_id,
            overlapMinutes: overlapMinutes ?? DEFAULT_OVERLAP_MINUTES,
            revokesPrevious,
            teamIds,
            createdBy: caller.subjectId,
          }),
      });
      const made = `organizations/${organizationId}/service-credentials/${data.credential.credential_id}`;
      return { data, location: made, isReplay: false };
    },
  },
);
