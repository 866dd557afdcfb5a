import type { Caller } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import { bearerToken } from '../../frame/access/bearer-token.ts';
import { rejectedCredentialDetail } from './rejected-credential-detail.ts';

/** The caller, and the credential of the request. */
export interface AuthenticatedCaller {
  readonly caller: Caller;
  readonly credentialId: string;
}

/**
 * The caller of this request, with all its current permissions.
 *
 * @throws Refusal `unauthorized`, with the same sentence for a credential that is unknown, expired or revoked, so that
 * guesses reveal nothing. Faults in the visible parts, its prefix and the form of its header, are explained.
 */
export async function authenticate(
  ports: Pick<ApiPorts, 'credentials' | 'tenancy'>,
  authorization: string | undefined,
): Promise<AuthenticatedCaller> {
  if (authorization === undefined) {
    throw new Refusal(
      'unauthorized',
      'The request has no credential. Send a management key (`ttm_…`) as `Authorization: Bearer <key>`.',
    );
  }
  const token = bearerToken(authorization);
  const credential = token === undefined ? undefined : await ports.credentials.resolve(token);
  // Runtime keys belong to the data plane and are not accepted on this lane.
  if (credential?.class !== 'management') throw notAccepted(token);
  const caller = await ports.tenancy.loadCaller(credential.subjectId);
  if (caller === undefined) throw notAccepted(token);
  return { caller, credentialId: credential.credentialId };
}

function notAccepted(token: string | undefined): Refusal {
  return new Refusal(
    'unauthorized',
    rejectedCredentialDetail(token, 'management', 'a management key (`ttm_…`) that is in force'),
  );
}
