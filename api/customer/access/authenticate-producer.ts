import { Refusal } from '../../../domain/kernel/errors.ts';
import { writableTraffic } from '../../../domain/tenancy/key-grants.ts';
import type { LeafChain } from '../../../domain/tenancy/scope.ts';
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
  /** True if it may send feedback and no other traffic. */
  readonly takesOnlyFeedback: boolean;
}

/**
 * The producer of the traffic in this request.
 *
 * @throws Refusal `unauthorized`, with the same sentence for a credential that is malformed, unknown, expired, revoked,
 * a person's, without an environment, or without the right to send traffic
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
  const writable = found?.grants === undefined ? 'all' : writableTraffic(found.grants);
  if (found?.class !== 'runtime' || found.environment === undefined || writable === undefined) {
    const wanted = 'a runtime key (`ttv_…`) of the environment that is in force';
    throw new Refusal('unauthorized', rejectedCredentialDetail(token, 'runtime', wanted));
  }
  const { credentialId, subjectId, environment, takesStatedCosts = false } = found;
  const { organizationId } = environment;
  const takesOnlyFeedback = writable === 'feedback';
  return { credentialId, subjectId, organizationId, environment, takesStatedCosts, takesOnlyFeedback };
}
