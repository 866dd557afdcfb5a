import type { FastifyReply } from 'fastify';
import { MANAGEMENT_PATH } from '../../../contracts/management/root.ts';

/** A created thing: the path below the root of the plane at which it can be read. */
interface Creation {
  readonly path: string;
  /** True if an earlier request with the same idempotency key created it. */
  readonly isReplay?: boolean;
}

/** Sets the headers of an answer to a creation. */
export function announceCreation(reply: FastifyReply, { path, isReplay = false }: Creation): void {
  void reply.header('location', `${MANAGEMENT_PATH}/${path}`);
  if (isReplay) void reply.header('idempotent-replayed', 'true');
}
