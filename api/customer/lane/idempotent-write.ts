import type { FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { requireSameRequest } from '../../../domain/kernel/require-same-request.ts';
import { canonicalJson, sha256Digest } from '../../../contracts/wire/canonical-json.ts';
import type { IdempotencyKey, StoredAnswer } from '../../../store/postgres/idempotency.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/** The identity of a write under its key: the caller who may repeat it, and its content. */
export interface IdempotentWrite extends IdempotencyKey {
  readonly fingerprint: string;
}

/**
 * The identity of an idempotent write. A key in the body takes precedence over the header. A write without a key has
 * its request id as the key, which never repeats. A member whose value equals its default does not make another
 * request.
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
 * The answer to the first request with this key, if any.
 *
 * @throws Refusal `conflict` if the first request with this key had other content
 */
export async function findReplay<Document>(
  ports: Pick<ApiPorts, 'reports'>,
  write: IdempotentWrite,
): Promise<StoredAnswer<Document> | undefined> {
  const first = await ports.reports.recall(write);
  if (first === undefined) return undefined;
  requireSameRequest(first, write.fingerprint);
  return { document: first.document as Document, isReplay: true };
}
