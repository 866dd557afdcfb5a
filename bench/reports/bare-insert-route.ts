/**
 * Adds one route to the API's Fastify if it is loaded before the API. The route writes the rows of a report, its run,
 * its key and its outbox item in one transaction. It uses our pool and the schemas of `reports.create`, but does no
 * other work.
 */
import { subscribe } from 'node:diagnostics_channel';
import { Type } from 'typebox';
import type { ApiApp } from '../../api/frame/api-app.ts';
import { envelopeSchema } from '../../contracts/wire/envelope.ts';
import { ReportCreateSchema, ReportCreationSchema, type ReportCreation } from '../../contracts/reports/report.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { createPool, inTransaction } from '../../store/postgres/pool.ts';
import { insertRun } from '../../store/reports/report-run-store.ts';
import { REPORT_QUESTION, REPORT_WINDOW } from './bench-view.ts';

const schema = {
  params: Type.Object({ org: Type.String(), ws: Type.String(), sub: Type.String(), leaf: Type.String() }),
  body: ReportCreateSchema,
  response: { 202: envelopeSchema('report-creation', ReportCreationSchema) },
} as const;

const pool = createPool(process.env['TRUETALLY_DATABASE_URL'] ?? '');

// Fastify publishes every new instance on this channel.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: ApiApp };
  fastify.post('/bare/:org/:ws/:sub/:leaf', { schema }, async (request, reply) => {
    const { org, ws, sub, leaf } = request.params;
    const { name, saved_view_id, recipient_subject_ids, idempotency_key = request.id } = request.body;
    const now = new Date();
    const ids = { organization_id: org, workspace_id: ws, report_id: newId('report') };
    const runId = newId('reportRun');
    const data = await inTransaction(pool, async (client): Promise<ReportCreation> => {
      await client.query(
        `INSERT INTO reports (report_id, organization_id, workspace_id, owner, name, saved_view_id, view_revision,
           recipient_subject_ids, latest_run_id, latest_scope_environment_ids, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $10)`,
        [ids.report_id, org, ws, sub, name, saved_view_id, recipient_subject_ids, runId, [leaf], now],
      );
      const run = await insertRun(
        client,
        {
          ...ids,
          run_id: runId,
          initiator: sub,
          idempotency_key,
          question: REPORT_QUESTION,
          view_revision: '1',
          window: REPORT_WINDOW,
          display_tz: 'UTC',
          authority_epoch: 1,
          scope_environment_ids: [leaf],
        },
        now,
      );
      await client.query(
        `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at)
         VALUES ('start_report_run', $1, $2, $2)`,
        [runId, now],
      );
      const report = {
        ...ids,
        owner: sub,
        name,
        saved_view_id,
        view_revision: '1',
        recipient_subject_ids,
        evidence_refs: [],
        revision: '1',
        latest_run_id: runId,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      };
      await client.query(
        `INSERT INTO idempotency_keys (workspace_id, subject_id, key, fingerprint, status, document, created_at)
         VALUES ($1, $2, $3, '', 202, $4, $5)`,
        [ws, sub, idempotency_key, JSON.stringify({ report, run }), now],
      );
      return { report, run };
    });
    return reply.status(202).send({ kind: 'report-creation', data, request_id: request.id });
  });
});
