import type { CredentialOperationV1, ServiceCredentialV1 } from '../../../../clients/typescript/wire.ts';
import type { LaneFlags } from '../../../service/call-operation.ts';
import { listAction } from '../lane/list-action.ts';
import { localTime } from '../lane/local-time.ts';
import type { PageValues } from '../lane/page-flags.ts';
import { recordAction } from '../lane/record-action.ts';
import { recordText } from '../lane/record-text.ts';
import { credentialLines } from './credential-lines.ts';

interface CredentialValues extends LaneFlags {
  readonly 'credential-id': string;
}

export const listCredentials = listAction<ServiceCredentialV1, LaneFlags & PageValues & { readonly service: string }>({
  operation: 'customer.service_credentials.list',
  idsOf: ({ service }) => ({ svc: service }),
  columns: [
    { title: 'READINESS', cell: ({ readiness }) => readiness },
    { title: 'LABEL', canShrink: true, cell: ({ label }) => label },
    { title: 'CREDENTIAL', cell: ({ credential_id: id }) => id },
    { title: 'ENVIRONMENT', cell: ({ environment_id: id }) => id },
    { title: 'EXPIRES', cell: ({ expires_at: at }) => (at === undefined ? 'never' : localTime(at)) },
  ],
  empty: 'The service has no credentials. tt cloud credential create makes one.',
});

export const getCredential = recordAction<ServiceCredentialV1, CredentialValues>({
  operation: 'customer.service_credentials.get',
  idsOf: (flags) => ({ cred: flags['credential-id'] }),
  text: (credential, screen) => recordText(credentialLines(credential), screen),
});

export const revokeCredential = recordAction<ServiceCredentialV1, CredentialValues>({
  operation: 'customer.service_credentials.revoke',
  idsOf: (flags) => ({ cred: flags['credential-id'] }),
  question: ({ flags }) => `Revoke the credential ${flags['credential-id']}? Its programs stop working.`,
  text: (credential, screen) => recordText(credentialLines(credential), screen),
  notes: () => ['New calls stop within 30 seconds. Calls in flight may finish and cost money.'],
});

export const showStatus = recordAction<CredentialOperationV1, LaneFlags & { readonly operation: string }>({
  operation: 'customer.service_credentials.status',
  idsOf: ({ operation }) => ({ kop: operation }),
  text: (operation, screen) =>
    recordText(
      [
        ['readiness', operation.readiness],
        ['kind', operation.kind],
        ['operation', operation.operation_id],
        ['credential', operation.credential_id],
        ['service', operation.service_id],
        ['environment', operation.environment_id],
        ['created', localTime(operation.created_at)],
        ['ready', operation.ready_at && localTime(operation.ready_at)],
      ],
      screen,
    ),
  notes: ({ readiness }) => (readiness === 'ready' ? [] : ['The credential works only if its readiness is ready.']),
});
