import type { FastifyReply } from 'fastify';
import { MANAGEMENT_PATH } from '../../../contracts/management/root.ts';
import type { MintedKey } from '../../../store/gateway/key-administration-store.ts';

/** Sets the headers of an answer to a creation: the path of the key, and a mark if an earlier request created it. */
export function announceKey(reply: FastifyReply, { key, token }: MintedKey): void {
  void reply.header('location', `${MANAGEMENT_PATH}/keys/${key.keyId}`);
  if (token === undefined) void reply.header('idempotent-replayed', 'true');
}
