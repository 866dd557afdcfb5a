import type { ServiceCredentialV1 } from '../../../../clients/typescript/wire.ts';
import { localTime } from '../lane/local-time.ts';
import type { Lines } from '../lane/record-text.ts';

/** The lines of a credential. Its text is not among them. */
export function credentialLines(credential: ServiceCredentialV1): Lines {
  return [
    ['readiness', credential.readiness],
    ['label', credential.label],
    ['credential', credential.credential_id],
    ['operation', credential.operation_id],
    ['service', credential.service_id],
    ['environment', credential.environment_id],
    ['gateway', credential.gateway_id],
    ['rights', credential.grants.join(', ')],
    ['teams', credential.team_ids.join(', ') || 'none'],
    ['expires', credential.expires_at === undefined ? 'never' : localTime(credential.expires_at)],
    ['revoked', credential.revoked_at && localTime(credential.revoked_at)],
    ['predecessor', credential.predecessor_id],
    ['successor', credential.successor_id],
    ['created', localTime(credential.created_at)],
  ];
}
