import { trace } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type AuditEnd, type AuditEntry, toAuditOutcome } from '../../../domain/installation/audit.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { IdKind } from '../../../domain/kernel/id-prefixes.ts';
import { isId, namedIds } from '../../../contracts/wire/named-ids.ts';
import type { AuditPort } from '../../ports/frame-ports.ts';
import { createRefusalTally } from '../problems/refusal-tally.ts';
import { requestSlot } from '../access/request-slot.ts';
import { requestRefusalCode } from './problem-handler.ts';

const FLUSH_MS = 10_000;

export interface AuditOptions {
  readonly audit: AuditPort;
  /** The caller and the node, as far as they are known. */
  readonly callerOf: (
    request: FastifyRequest,
  ) => Pick<AuditEntry, 'subjectId' | 'userId' | 'organizationId' | 'workspaceId' | 'credentialId'>;
  readonly clock: Clock;
  readonly newId: (kind: IdKind) => string;
}

/**
 * Audits every write, in a plugin that all requests pass, so that no route can bypass it. It writes an intent before
 * the handler, and completes it with the outcome before the answer is sent. A write whose intent cannot be written is
 * refused. Refusals before the handler are counted. Accepted traffic is also counted, because its events are their own
 * record.
 */
export const auditPlugin = fastifyPlugin<AuditOptions>(
  (app, { audit: rows, callerOf, clock, newId }, done) => {
    const begun = requestSlot<{ auditId: string }>('audit event');
    const answers = requestSlot<{ document: unknown }>('answer');
    const tally = createRefusalTally(rows, clock, app.log);
    const entryOf = (request: FastifyRequest, operation: string): AuditEntry => ({
      auditId: newId('auditEvent'),
      operation,
      ...whoAndWhere(request, callerOf(request)),
    });

    app.addHook('preHandler', async (request) => {
      const operation = writeOf(request);
      if (operation === undefined || isIngest(request)) return;
      const entry = entryOf(request, operation);
      try {
        await rows.begin(entry);
      } catch (cause) {
        const detail = 'The audit row cannot be written, so nothing was changed. Try again.';
        throw new Refusal('dependency_unavailable', detail, { cause });
      }
      begun.set(request, entry);
    });

    app.addHook('preSerialization', (request, _reply, document: unknown, next) => {
      if (writeOf(request) !== undefined && !isIngest(request)) answers.set(request, { document });
      next(null, document);
    });

    app.addHook('onSend', async (request, { statusCode: status }) => {
      const operation = writeOf(request);
      if (operation === undefined) return;
      const { document } = answers.find(request) ?? {};
      const end = { outcome: toAuditOutcome(status), status, ...endDetails(request, document, status) };
      try {
        const intent = begun.find(request);
        if (intent !== undefined) await rows.end(intent.auditId, end);
        else await tally.count(entryOf(request, operation), end);
      } catch (err) {
        // The answer can no longer change: the row of the write keeps an unknown outcome, or that of a refusal is
        // missing.
        request.log.error({ err, operation, ...end }, 'the audit could not be written');
      }
    });

    const flushing = setInterval(() => void tally.flush(), FLUSH_MS).unref();
    app.addHook('onClose', async () => {
      clearInterval(flushing);
      await tally.flush();
    });
    done();
  },
  { name: 'audit', dependencies: ['problem-handler'] },
);

/** The operation of a request, if it is declared to write or to accept traffic. */
function writeOf({ routeOptions }: FastifyRequest): string | undefined {
  const { operation: asked } = routeOptions.config;
  return asked === undefined || asked.operation.effect === 'read' ? undefined : asked.name;
}

function isIngest({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.operation?.operation.effect === 'ingest';
}

/** The caller, and the ids in the path. */
function whoAndWhere(
  request: FastifyRequest,
  caller: ReturnType<AuditOptions['callerOf']>,
): Omit<AuditEntry, 'auditId' | 'operation'> {
  const where = [caller.organizationId, caller.workspaceId];
  const named = Object.values(request.params as Record<string, string | undefined>);
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  return {
    ...caller,
    targets: named.filter(isId).filter((id) => !where.includes(id)),
    requestId: request.id,
    ...(traceId !== undefined && { traceId }),
    address: request.ip,
  };
}

/** The reason of a refusal, or the ids in an answer. */
function endDetails(request: FastifyRequest, document: unknown, status: number): Pick<AuditEnd, 'code' | 'targets'> {
  if (status >= 400) {
    const code = requestRefusalCode(request);
    return code === undefined ? {} : { code };
  }
  const { operation } = request.routeOptions.config.operation ?? {};
  const isBare = operation !== undefined && 'document' in operation.answer;
  const { data } = (document ?? {}) as { data?: unknown };
  // The location is recorded separately.
  return { targets: namedIds(isBare ? document : data).filter((id) => !/^(org|t)_/.test(id)) };
}
