import type { Caller } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ApiPorts } from '../../ports.ts';
import { bearerToken } from './bearer-token.ts';

/** Who asks, and with which of its credentials. */
export interface SignedIn {
  readonly caller: Caller;
  readonly credentialId: string;
}

/**
 * Whose request this is, with everything the subject may do now.
 *
 * @throws Refusal `unauthorized`, with one sentence for a credential that is malformed, unknown, expired, revoked or a
 * runtime key, so that nothing can be learned by trying them.
 */
export async function authenticate(
  ports: Pick<ApiPorts, 'credentials' | 'tenancy'>,
  authorization: string | undefined,
): Promise<SignedIn> {
  if (authorization === undefined) {
    throw new Refusal('unauthorized', 'Send a management key as `Authorization: Bearer <key>`.');
  }
  const token = bearerToken(authorization);
  const credential = token === undefined ? undefined : await ports.credentials.resolve(token);
  // Runtime keys belong to the data plane; on this lane they are no credential at all.
  if (credential?.class !== 'management') throw notAccepted();
  const caller = await ports.tenancy.loadCaller(credential.subjectId);
  if (caller === undefined) throw notAccepted();
  return { caller, credentialId: credential.credentialId };
}

function notAccepted(): Refusal {
  return new Refusal('unauthorized', 'This credential is not accepted here. Send a management key that is in force.');
}
