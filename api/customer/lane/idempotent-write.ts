import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { requireSameRequest } from '../../../domain/kernel/require-same-request.ts';
import { canonicalJson, sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import type { IdempotencyKey, KeptAnswer } from '../../../store/postgres/idempotency.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/** A write as its key knows it: who repeats it, and what it says. */
export interface IdempotentWrite extends IdempotencyKey {
  readonly fingerprint: string;
}

/**
 * The identity of an idempotent write. A key in the body wins over the header; a write without one is known by its
 * request id, which repeats nothing. A member that says what its absence says is no other request.
 */
export function idempotentWrite(
  request: FastifyRequest & {
    body: { idempotency_key?: string };
    headers: { 'idempotency-key'?: string };
  },
  input: { pathIds: readonly string[]; workspaceId: string; subjectId: string; schema: TObject },
): IdempotentWrite {
  const { idempotency_key: bodyKey, ...body } = request.body;
  return {
    workspaceId: input.workspaceId,
    subjectId: input.subjectId,
    key: bodyKey ?? request.headers['idempotency-key'] ?? request.id,
    fingerprint: sha256Digest({
      operation: request.routeOptions.config.operation?.name,
      path: input.pathIds,
      body: withoutDefaults(body, input.schema),
    }),
  };
}

function withoutDefaults(body: object, { properties }: TObject): object {
  const isDefault = (member: string, value: unknown): boolean => {
    const { default: meant } = (properties[member] ?? {}) as { default?: unknown };
    return meant !== undefined && canonicalJson(value) === canonicalJson(meant);
  };
  return Object.fromEntries(Object.entries(body).filter(([member, value]) => !isDefault(member, value)));
}

/**
 * The answer to the first request with this key, if there was one.
 *
 * @throws Refusal `conflict` if the first request with this key had other content
 */
export async function replayOf<Document>(
  ports: Pick<ApiPorts, 'reports'>,
  write: IdempotentWrite,
): Promise<KeptAnswer<Document> | undefined> {
  const first = await ports.reports.recall(write);
  if (first === undefined) return undefined;
  requireSameRequest(first, write.fingerprint);
  return { document: first.document as Document, isReplay: true };
}
