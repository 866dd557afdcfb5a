import type { LeafChain } from '../../../domain/tenancy/scope.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ApiPorts } from '../../ports/ports.ts';
import { bearerToken } from '../../frame/access/bearer-token.ts';
import { rejectedCredentialDetail } from './rejected-credential-detail.ts';

/** The sender of traffic: a runtime credential, and the environment that it writes. */
export interface Producer {
  readonly credentialId: string;
  readonly subjectId: string;
  readonly organizationId: string;
  readonly environment: LeafChain;
  /** True if costs that it states count. */
  readonly takesStatedCosts: boolean;
}

/**
 * The producer of the traffic in this request.
 *
 * @throws Refusal `unauthorized`, with the same sentence for a credential that is malformed, unknown, expired, revoked,
 * a person's, or without an environment
 */
export async function authenticateProducer(
  ports: Pick<ApiPorts, 'credentials'>,
  authorization: string | undefined,
): Promise<Producer> {
  if (authorization === undefined) {
    throw new Refusal(
      'unauthorized',
      'The request has no credential. Send a runtime key (`ttv_…`) as `Authorization: Bearer <key>`.',
    );
  }
  const token = bearerToken(authorization);
  const found = token === undefined ? undefined : await ports.credentials.resolve(token);
  if (found?.class !== 'runtime' || found.environment === undefined) {
    const wanted = 'a runtime key (`ttv_…`) of the environment that is in force';
    throw new Refusal('unauthorized', rejectedCredentialDetail(token, 'runtime', wanted));
  }
  const { credentialId, subjectId, environment, takesStatedCosts = false } = found;
  return { credentialId, subjectId, organizationId: environment.organizationId, environment, takesStatedCosts };
}
