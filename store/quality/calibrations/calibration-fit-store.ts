import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { conflict, notFound } from '../../../domain/kernel/errors.ts';
import type { CalibrationArtifact } from '../../../domain/quality/calibration/artifact.ts';
import { MAX_OPEN_FITS, type CalibrationKind, type FitRefusal } from '../../../domain/quality/calibration/lifecycle.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { RoutingFitTerms } from '../../../domain/quality/routing-thresholds/routing-fit-terms.ts';
import { newId } from '../../postgres/new-id.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import { inTransaction, type Queryable } from '../../postgres/pool.ts';
import { requireRow } from '../../postgres/require-row.ts';
import {
  CALIBRATION_COLUMNS,
  calibrationFromRow,
  type CalibrationEntry,
  type CalibrationRow,
} from './calibration-row.ts';
import { insertLogRow } from './insert-log-row.ts';

/** A fit to start. */
export interface FitRequest {
  readonly workspaceId: string;
  /**
   * The key that makes a repetition the same fit, such as the workspace and period of a refit. Undefined: every request
   * is a new fit.
   */
  readonly fitKey?: string;
  /** The half-open window of the admissions of labelled requests; an undefined bound is open. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Undefined: the configured value of the worker. */
  readonly confidence?: number | undefined;
  readonly minN?: number | undefined;
  /** The rule and the goal of a fit of a routing threshold; undefined for a fit of quality. */
  readonly routing?: RoutingFitTerms;
  /** The user, token, operator or part of the service that asks. */
  readonly requestedBy: string;
}

/** A requested fit. */
export interface RequestedFit {
  /** The id of the calibration that the fit makes. It also names the workflow. */
  readonly fitId: string;
  readonly fitKey: string;
  readonly workspaceId: string;
  /** Null bounds are open. */
  readonly since: Date | null;
  readonly until: Date | null;
  /** Null: the configured value of the worker. */
  readonly confidence: number | null;
  readonly minN: number | null;
  /** Null for a fit of quality. */
  readonly routing: RoutingFitTerms | null;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  /** Null while the fit runs or waits. */
  readonly endedAt: Date | null;
}

/** The result of a fit. */
export interface FitResult {
  /** The id of the calibration; `artifact.id` equals it. */
  readonly calibrationId: string;
  /** The key of the fit. The first result with a key is kept, so that a repetition changes nothing. */
  readonly fitKey: string;
  readonly workspaceId: string;
  /** The kind of the fit; `quality` by default. */
  readonly kind?: CalibrationKind;
  /** The author of the request; undefined for a refit that the service began itself. */
  readonly actor?: string;
  readonly outcome: { readonly artifact: CalibrationArtifact | RoutingArtifact } | { readonly refusal: FitRefusal };
}

/** A recorded result: the stored calibration, and whether this call stored it. */
interface RecordedFit {
  readonly entry: CalibrationEntry;
  readonly isNew: boolean;
}

/** The fits of calibrations of each kind. */
export interface CalibrationFitStore {
  /**
   * Stores a fit and enqueues the start of its workflow. A repetition with the same key returns the first fit.
   *
   * @throws Refusal `not_found` if the workspace does not exist; `conflict` for a request without a key if the
   *   workspace has the maximum of open fits
   */
  request(fit: FitRequest): Promise<RequestedFit>;
  /** Undefined if there is no such fit. */
  find(fitId: string): Promise<RequestedFit | undefined>;
  /** Stores the result of a fit as a candidate, or as a refusal, and logs it. */
  recordFit(fit: FitResult): Promise<RecordedFit>;
  /**
   * Enqueues the start of fits that have not ended for `untouchedMs` milliseconds, in one transaction. A fit whose
   * start is already enqueued is skipped. Returns the ids of the fits. A workflow that exists absorbs the second start.
   */
  startStaleAgain(untouchedMs: number): Promise<string[]>;
}

/** The maximum number of fits that one pass restarts; the next pass takes the rest. */
const BATCH = 100;

/** The maximum number of characters of a refusal in the log. */
const MAX_DETAIL = 2_000;

const FIT = `fit_id AS "fitId", fit_key AS "fitKey", workspace_id AS "workspaceId", since, until, confidence,
  min_n AS "minN", routing, requested_by AS "requestedBy", requested_at AS "requestedAt", ended_at AS "endedAt"`;

export function createCalibrationFitStore(pool: pg.Pool, clock: Clock): CalibrationFitStore {
  return {
    request: (fit) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        await requireRoom(client, fit);
        const fitId = newId('calibration');
        const { rows } = await client.query<RequestedFit>(
          `INSERT INTO calibration_fits
             (fit_id, fit_key, kind, workspace_id, since, until, confidence, min_n, routing, requested_by, requested_at,
              touched_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
           ON CONFLICT (fit_key) DO NOTHING RETURNING ${FIT}`,
          [
            fitId,
            fit.fitKey ?? fitId,
            fit.routing === undefined ? 'quality' : 'routing',
            fit.workspaceId,
            fit.since ?? null,
            fit.until ?? null,
            fit.confidence ?? null,
            fit.minN ?? null,
            fit.routing === undefined ? null : JSON.stringify(fit.routing),
            fit.requestedBy,
            now,
          ],
        );
        if (rows[0] === undefined) return findByKey(client, fit.fitKey ?? fitId);
        await enqueue(client, { kind: 'start_calibration_fit', workflowId: fitId }, now);
        return rows[0];
      }),

    async find(fitId) {
      const { rows } = await pool.query<RequestedFit>(`SELECT ${FIT} FROM calibration_fits WHERE fit_id = $1`, [fitId]);
      return rows[0];
    },

    recordFit: (fit) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { workspaceId, calibrationId, kind = 'quality' } = fit;
        const manifestVersion = await lockManifest(client, workspaceId, kind, now);
        await client.query('UPDATE calibration_fits SET ended_at = $2 WHERE fit_id = $1 AND ended_at IS NULL', [
          calibrationId,
          now,
        ]);
        const row = await insertResult(client, fit, now);
        if (row === undefined) return { entry: calibrationFromRow(await resultOf(client, fit.fitKey)), isNew: false };
        await insertLogRow(client, {
          workspaceId,
          kind,
          change: 'fit',
          calibrationId,
          manifestVersion,
          actor: fit.actor,
          detail: detailOf(fit, row),
          at: now,
        });
        return { entry: calibrationFromRow(row), isNew: true };
      }),

    startStaleAgain: (untouchedMs) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { rows } = await client.query<{ fitId: string }>(
          `UPDATE calibration_fits SET touched_at = $1 WHERE fit_id IN (
             SELECT fit_id FROM calibration_fits f
             WHERE ended_at IS NULL AND touched_at <= $2
               AND NOT EXISTS (
                 SELECT FROM workflow_outbox o WHERE o.workflow_id = f.fit_id AND o.kind = 'start_calibration_fit'
                   AND o.sent_at IS NULL AND o.dead_at IS NULL)
             ORDER BY touched_at LIMIT $3 FOR UPDATE SKIP LOCKED)
           RETURNING fit_id AS "fitId"`,
          [now, new Date(now.getTime() - untouchedMs), BATCH],
        );
        for (const { fitId } of rows) await enqueue(client, { kind: 'start_calibration_fit', workflowId: fitId }, now);
        return rows.map(({ fitId }) => fitId);
      }),
  };
}

/** Checks that the workspace exists and may have a further fit. A request with a key is bounded by its key. */
async function requireRoom(client: Queryable, { workspaceId, fitKey }: FitRequest): Promise<void> {
  // The lock orders concurrent requests, so that together they do not exceed the maximum.
  const { rowCount } = await client.query('SELECT FROM workspaces WHERE workspace_id = $1 FOR NO KEY UPDATE', [
    workspaceId,
  ]);
  if (rowCount !== 1) throw notFound(`There is no workspace ${workspaceId}. Check the id.`);
  if (fitKey !== undefined) return;
  const { rows } = await client.query<{ fits: number }>(
    'SELECT count(*)::int AS fits FROM calibration_fits WHERE workspace_id = $1 AND ended_at IS NULL',
    [workspaceId],
  );
  if (requireRow(rows).fits < MAX_OPEN_FITS) return;
  throw conflict(
    'limit_reached',
    `This workspace already has ${MAX_OPEN_FITS} fits without a result, which is the maximum. Send the request again when one of them has ended.`,
  );
}

async function findByKey(client: Queryable, fitKey: string): Promise<RequestedFit> {
  const { rows } = await client.query<RequestedFit>(`SELECT ${FIT} FROM calibration_fits WHERE fit_key = $1`, [fitKey]);
  return requireRow(rows);
}

/** Locks the pointer of the workspace, so that results get their versions one after the other. Returns its version. */
async function lockManifest(client: Queryable, workspaceId: string, kind: CalibrationKind, now: Date): Promise<number> {
  await client.query(
    `INSERT INTO calibration_manifests (workspace_id, kind, version, changed_at) VALUES ($1, $2, 0, $3)
     ON CONFLICT (workspace_id, kind) DO NOTHING`,
    [workspaceId, kind, now],
  );
  const { rows } = await client.query<{ version: number }>(
    'SELECT version FROM calibration_manifests WHERE workspace_id = $1 AND kind = $2 FOR UPDATE',
    [workspaceId, kind],
  );
  return requireRow(rows).version;
}

/** The inserted result; undefined if the key has a result. */
async function insertResult(
  client: Queryable,
  { calibrationId, fitKey, workspaceId, kind = 'quality', outcome }: FitResult,
  now: Date,
): Promise<CalibrationRow | undefined> {
  const artifact = 'artifact' in outcome ? outcome.artifact : undefined;
  const refusal = 'refusal' in outcome ? outcome.refusal : undefined;
  const gates = artifact === undefined ? [] : gatesOf(artifact);
  const { rows } = await client.query<CalibrationRow>(
    `INSERT INTO calibrations (calibration_id, fit_key, kind, workspace_id, version, state, artifact, digest, refusal,
       units, passed_units, fitted_at)
     SELECT $1, $2, $3, $4, coalesce(max(version), 0) + 1, $5, $6, $7, $8, $9, $10, $11
     FROM calibrations WHERE workspace_id = $4 AND kind = $3
     ON CONFLICT (fit_key) DO NOTHING
     RETURNING ${CALIBRATION_COLUMNS}`,
    [
      calibrationId,
      fitKey,
      kind,
      workspaceId,
      artifact === undefined ? 'refused' : 'candidate',
      artifact === undefined ? null : JSON.stringify(artifact),
      artifact?.digest ?? null,
      refusal === undefined ? null : JSON.stringify(refusal),
      gates.length,
      gates.filter((hasPassed) => hasPassed).length,
      artifact === undefined ? now : new Date(artifact.fitted_at),
    ],
  );
  return rows[0];
}

/** The result of each gate: that of each unit, or that of the threshold. */
function gatesOf(artifact: CalibrationArtifact | RoutingArtifact): boolean[] {
  return 'units' in artifact ? artifact.units.map((unit) => unit.gate_passed) : [artifact.gate_passed];
}

async function resultOf(client: Queryable, fitKey: string): Promise<CalibrationRow> {
  const { rows } = await client.query<CalibrationRow>(
    `SELECT ${CALIBRATION_COLUMNS} FROM calibrations WHERE fit_key = $1`,
    [fitKey],
  );
  return requireRow(rows);
}

function detailOf({ outcome }: FitResult, { units, passed_units: passed }: CalibrationRow): string {
  if ('refusal' in outcome) return `Refused: ${outcome.refusal.text}`.slice(0, MAX_DETAIL);
  if ('units' in outcome.artifact) return `${passed} of ${units} units passed their gates.`;
  const { rule_id: rule, parameter, threshold, gate_passed: hasPassed } = outcome.artifact;
  return `${parameter} ${threshold} of the rule ${rule} ${hasPassed ? 'passed' : 'failed'} its gate.`;
}
