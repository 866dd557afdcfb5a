import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { conflict, notFound, Refusal } from '../../../domain/kernel/errors.ts';
import type { CalibrationKind } from '../../../domain/quality/calibration/lifecycle.ts';
import { inTransaction, type Queryable } from '../../postgres/pool.ts';
import { insertLogRow } from './insert-log-row.ts';
import { readManifest } from './read-manifest.ts';

/** A change of the active artifact, which its author bases on a version of the manifest. */
interface ManifestChange {
  readonly calibrationId: string;
  readonly expectedManifestVersion: number;
  /** The user, token or operator that asks. */
  readonly actor: string;
}

/** The result of a change of the active artifact. */
interface ChangedManifest {
  readonly manifestVersion: number;
  readonly at: Date;
  /** The calibration that the change retired; undefined if none was active. */
  readonly retiredId: string | undefined;
}

/** The changes of the active artifact. Each is one transaction, with its rows in the recalibration log. */
export interface ManifestChanges {
  /**
   * Makes an artifact the active one, and retires its predecessor in the same transaction. A retired artifact can
   * become active again.
   *
   * @throws Refusal `not_found` for an unknown calibration; `gate_failed` if no unit passed its gate; `conflict` for a
   *   refused fit, for the active artifact, and if the manifest has another version
   */
  activate(change: ManifestChange): Promise<ChangedManifest>;
  /**
   * Retires the active artifact without a successor.
   *
   * @throws Refusal `not_found` for an unknown calibration; `conflict` if it is not active, and if the manifest has
   *   another version
   */
  retire(change: ManifestChange): Promise<ChangedManifest>;
}

/** A calibration before a change, and the change. */
interface Moving extends ManifestChange {
  readonly client: Queryable;
  readonly kind: CalibrationKind;
  readonly workspaceId: string;
  readonly now: Date;
}

interface Subject {
  readonly workspace_id: string;
  readonly state: string;
  readonly units: number;
  readonly passed_units: number;
}

export function createManifestChanges(pool: pg.Pool, clock: Clock, kind: CalibrationKind): ManifestChanges {
  return {
    activate: (change) =>
      inTransaction(pool, async (client) => {
        const { calibrationId, actor } = change;
        const subject = await subjectOf(client, calibrationId, kind);
        requireActivatable(calibrationId, subject);
        const { workspace_id: workspaceId, units, passed_units: passed } = subject;
        const moving = { ...change, client, kind, workspaceId, now: clock.now() };
        const manifestVersion = await movePointer(moving, calibrationId);
        const retiredId = await retireActive(moving, manifestVersion, `Calibration ${calibrationId} replaces it.`);
        await client.query(
          `UPDATE calibrations SET state = 'active', activated_at = $2, retired_at = NULL WHERE calibration_id = $1`,
          [calibrationId, moving.now],
        );
        const at = moving.now;
        const detail = `${passed} of ${units} units passed their gates. The others serve nothing.`;
        const logged = { workspaceId, kind, calibrationId, manifestVersion, actor, detail, at };
        await insertLogRow(client, { ...logged, change: 'activation' });
        return { manifestVersion, at, retiredId };
      }),

    retire: (change) =>
      inTransaction(pool, async (client) => {
        const { calibrationId } = change;
        const { workspace_id: workspaceId, state } = await subjectOf(client, calibrationId, kind);
        if (state !== 'active')
          throw conflict('already_settled', `Calibration ${calibrationId} is not active, so it cannot be retired.`);
        const moving = { ...change, client, kind, workspaceId, now: clock.now() };
        const manifestVersion = await movePointer(moving, null);
        const retiredId = await retireActive(moving, manifestVersion, 'Nothing replaces it.');
        return { manifestVersion, at: moving.now, retiredId };
      }),
  };
}

async function subjectOf(client: Queryable, calibrationId: string, kind: CalibrationKind): Promise<Subject> {
  const { rows } = await client.query<Subject>(
    'SELECT workspace_id, state, units, passed_units FROM calibrations WHERE calibration_id = $1 AND kind = $2',
    [calibrationId, kind],
  );
  if (rows[0] !== undefined) return rows[0];
  throw notFound(`There is no calibration ${calibrationId}. Use an id from the list of calibrations.`);
}

/**
 * Checks the facts about a calibration that no other process changes, except that it becomes active: then the manifest
 * has moved as well.
 */
function requireActivatable(calibrationId: string, { state, passed_units: passed }: Subject): void {
  if (state === 'refused')
    throw conflict(
      'already_settled',
      `The fit ${calibrationId} was refused, so it has no artifact. Read its refusal, mend the cause, and fit again.`,
    );
  if (passed === 0)
    throw new Refusal(
      'gate_failed',
      `No unit of calibration ${calibrationId} passed its gate, so it would serve nothing. The report says what each unit needs. The active artifact stays.`,
    );
  if (state === 'active')
    throw conflict('already_settled', `Calibration ${calibrationId} is already active. Nothing changes.`);
}

/** Moves the pointer, and returns the new version of the manifest. The lock of its row decides between two changes. */
async function movePointer(moving: Moving, activeId: string | null): Promise<number> {
  const { client, workspaceId, kind, expectedManifestVersion: expected, now } = moving;
  const { rows } = await client.query<{ version: number }>(
    `UPDATE calibration_manifests SET version = version + 1, active_id = $4, changed_at = $5
     WHERE workspace_id = $1 AND kind = $2 AND version = $3 RETURNING version`,
    [workspaceId, kind, expected, activeId, now],
  );
  if (rows[0] !== undefined) return rows[0].version;
  const { version } = await readManifest(client, workspaceId, kind);
  throw conflict(
    'already_settled',
    `The manifest has version ${version}, not ${expected}. Another change came first. Read the list of calibrations, and repeat the request with its manifest version if it is still right.`,
    '/expected_manifest_version',
  );
}

/** Retires the active calibration, and logs it. Returns its id; undefined if none is active. */
async function retireActive(moving: Moving, manifestVersion: number, detail: string): Promise<string | undefined> {
  const { client, workspaceId, kind, actor, now } = moving;
  const { rows } = await client.query<{ calibration_id: string }>(
    `UPDATE calibrations SET state = 'retired', retired_at = $3
     WHERE workspace_id = $1 AND kind = $2 AND state = 'active' RETURNING calibration_id`,
    [workspaceId, kind, now],
  );
  const calibrationId = rows[0]?.calibration_id;
  if (calibrationId === undefined) return undefined;
  const logged = { workspaceId, kind, calibrationId, manifestVersion, actor, detail, at: now };
  await insertLogRow(client, { ...logged, change: 'retirement' });
  return calibrationId;
}
