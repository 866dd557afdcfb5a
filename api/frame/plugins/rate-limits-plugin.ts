import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { RateLimits } from '../../ports/request-limits.ts';
import { requestSlot } from '../access/request-slot.ts';

const WINDOW_SECONDS = 60;

/**
 * The maximum number of addresses, and of credentials, that are counted at the same time: 10,000 of each take about 2
 * MiB. Beyond that, the one that was idle the longest is removed and starts again.
 */
const KEPT = 10_000;

/** The paths without limits, which a supervisor may request at any rate. */
const UNLIMITED: readonly (string | undefined)[] = ['/healthz', '/readyz'];

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a request for its credential.
     * @throws Refusal `rate_limited`
     */
    countCredential(request: FastifyRequest, reply: FastifyReply, credentialId: string): Promise<void>;
  }
}

/**
 * Limits the requests of an address, before anything else is checked, and those of a credential, when it is known. Both
 * are counted in this process, in windows of a minute that begin with the first request; see decision 0056.
 */
export const rateLimitsPlugin = fastifyPlugin<RateLimits>(
  async (app, { requestsPerAddress, requestsPerCredential }) => {
    const counted = { timeWindow: WINDOW_SECONDS * 1_000, cache: KEPT };
    await app.register(fastifyRateLimit, { global: false, ...counted });
    const credential = requestSlot<{ id: string }>('credential');
    const countAddress = app.createRateLimit({ max: requestsPerAddress, ...counted });
    const countCredential = app.createRateLimit({
      max: requestsPerCredential,
      ...counted,
      keyGenerator: (request) => credential.of(request).id,
    });
    app.decorate('countCredential', async (request: FastifyRequest, reply: FastifyReply, id: string) => {
      credential.set(request, { id });
      settle('credential', await countCredential(request), reply);
    });
    app.addHook('onRequest', async (request, reply) => {
      if (UNLIMITED.includes(request.routeOptions.url)) return;
      settle('address', await countAddress(request), reply);
    });
  },
  { name: 'rate-limits', dependencies: ['problem-handler'] },
);

type Limit = ReturnType<FastifyInstance['createRateLimit']>;
type Count = Awaited<ReturnType<Limit>>;

/**
 * Adds a limit to the header fields of the answer.
 * @throws Refusal `rate_limited` if the limit is exceeded
 */
function settle(name: 'address' | 'credential', count: Count, reply: FastifyReply): void {
  // This narrows the type only: no caller is exempt from the limits.
  if (count.isAllowed) return;
  const { max, remaining, ttlInSeconds, isExceeded } = count;
  const policy = `"${name}";q=${max};w=${WINDOW_SECONDS}`;
  const left = `"${name}";r=${remaining};t=${ttlInSeconds}`;
  void reply.headers({
    'ratelimit-policy': listOf(reply.getHeader('ratelimit-policy'), policy),
    ratelimit: listOf(reply.getHeader('ratelimit'), left),
  });
  if (!isExceeded) return;
  void reply.header('retry-after', ttlInSeconds);
  throw new Refusal(
    'rate_limited',
    `This ${name} has reached its limit of ${max} requests a minute. Wait ${ttlInSeconds} seconds, and send the request again.`,
  );
}

function listOf(before: unknown, item: string): string {
  return typeof before === 'string' ? `${before}, ${item}` : item;
}
