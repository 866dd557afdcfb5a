import type { CalibrationSources } from '../../api/management/ports/calibration-ports.ts';
import type { Refusal } from '../../domain/kernel/errors.ts';
import type { CalibrationArtifact } from '../../domain/quality/calibration/artifact.ts';
import type { SweptUnit } from '../../domain/quality/calibration/sweep-unit.ts';
import type { FitRequest } from '../../store/quality/calibrations/calibration-fit-store.ts';
import type { StoredCalibration } from '../../store/quality/calibrations/calibration-store.ts';
import type { CalibrationManifest } from '../../store/quality/calibrations/read-manifest.ts';
import type { RecalibrationRow } from '../../store/quality/calibrations/recalibration-log.ts';
import type { RoutingArtifact } from '../../domain/quality/routing-thresholds/routing-artifact.ts';
import { INSTALLATION_IDS } from '../fakes/installation.ts';
import { createFakeCalibrationStore } from './fake-calibration-store.ts';
import { makeCalibrationArtifact } from './made-calibration.ts';

/** The candidate that every fake has. */
export const KNOWN_CALIBRATION = 'qcal_00000000000000000000000001';

/** The id of the next fit that the fake starts. */
export const STARTED_FIT = 'qcal_00000000000000000000000009';

/** Calibrations in memory, with one candidate in the workspace of the installation. */
export class FakeCalibrations {
  readonly calibrations = new Map<string, StoredCalibration<CalibrationArtifact>>();
  /** The rows of the log, oldest first. */
  readonly log: RecalibrationRow[] = [];
  readonly requests: FitRequest[] = [];
  /** The refusal of every further request for a fit. */
  requestFault: Refusal | undefined;
  manifest: Omit<CalibrationManifest, 'shadowId'> = { version: 0, activeId: undefined };
  /** The routing thresholds, and which of them is active. */
  readonly thresholds = new Map<string, StoredCalibration<RoutingArtifact>>();
  routingManifest: Omit<CalibrationManifest, 'shadowId'> = { version: 0, activeId: undefined };
  routingFingerprint = `sha256:${'e'.repeat(64)}`;
  isEnabled = true;
  /** The configured terms of fits. */
  readonly terms = { confidence: 0.9, minN: 50, tolerance: 0.1, tolerances: {} };
  fingerprint: string | undefined = 'a'.repeat(64);
  /** The labelled rows that a count finds, or its error. */
  labelled: number | Error = 400;
  /** The sweep, or its error. */
  swept: readonly SweptUnit[] | Error = [];
  readonly #now: () => Date;
  readonly #standing: CalibrationSources['registry']['standing'];

  constructor(now: () => Date, standing: CalibrationSources['registry']['standing']) {
    this.#now = now;
    this.#standing = standing;
    this.add(makeCalibrationArtifact({ id: KNOWN_CALIBRATION, workspace_id: INSTALLATION_IDS.workspace }));
  }

  /** Adds a candidate. */
  add(artifact: CalibrationArtifact): void {
    this.calibrations.set(artifact.id, {
      calibrationId: artifact.id,
      workspaceId: artifact.workspace_id,
      version: this.calibrations.size + 1,
      state: 'candidate',
      digest: artifact.digest,
      refusal: undefined,
      units: artifact.units.length,
      passedUnits: artifact.units.filter((unit) => unit.gate_passed).length,
      fittedAt: new Date(artifact.fitted_at),
      activatedAt: undefined,
      retiredAt: undefined,
      artifact,
    });
  }

  /** Adds a candidate for a routing threshold. */
  addRouting(artifact: RoutingArtifact): void {
    this.thresholds.set(artifact.id, {
      calibrationId: artifact.id,
      workspaceId: artifact.workspace_id,
      version: this.thresholds.size + 1,
      state: 'candidate',
      digest: artifact.digest,
      refusal: undefined,
      units: 1,
      passedUnits: Number(artifact.gate_passed),
      fittedAt: new Date(artifact.fitted_at),
      activatedAt: undefined,
      retiredAt: undefined,
      artifact,
    });
  }

  /** The sources of a plane; those without facts have no ClickHouse. */
  sources(hasFacts: boolean): CalibrationSources {
    const { isEnabled, fingerprint } = this;
    return {
      settings: { isEnabled, ...this.terms, refitIntervalMs: undefined },
      fingerprint,
      registry: { standing: this.#standing },
      log: { list: () => Promise.resolve(this.log.toReversed()) },
      fits: {
        request: (fit) => {
          if (this.requestFault !== undefined) return Promise.reject(this.requestFault);
          this.requests.push(fit);
          const { workspaceId, requestedBy } = fit;
          return Promise.resolve({
            fitId: STARTED_FIT,
            fitKey: fit.fitKey ?? STARTED_FIT,
            workspaceId,
            since: fit.since ?? null,
            until: fit.until ?? null,
            confidence: fit.confidence ?? null,
            minN: fit.minN ?? null,
            routing: fit.routing ?? null,
            requestedBy,
            requestedAt: this.#now(),
            endedAt: null,
          });
        },
      },
      store: createFakeCalibrationStore(
        {
          calibrations: this.calibrations,
          manifest: () => this.manifest,
          move: (manifest) => void (this.manifest = manifest),
        },
        this.#now,
      ),
      routing: {
        fingerprint: this.routingFingerprint,
        store: createFakeCalibrationStore(
          {
            calibrations: this.thresholds,
            manifest: () => this.routingManifest,
            move: (manifest) => void (this.routingManifest = manifest),
          },
          this.#now,
        ),
        log: { list: () => Promise.resolve([]) },
      },
      ...(hasFacts && {
        countLabelled: () => orError(this.labelled),
        sweep: () => orError(this.swept instanceof Error ? this.swept : [...this.swept]),
      }),
    };
  }
}

function orError<Found>(found: Found | Error): Promise<Found> {
  return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
}
