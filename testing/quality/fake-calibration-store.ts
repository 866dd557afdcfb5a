import { conflict, notFound, Refusal } from '../../domain/kernel/errors.ts';
import type { CalibrationStore, StoredCalibration } from '../../store/quality/calibrations/calibration-store.ts';
import type { CalibrationManifest } from '../../store/quality/calibrations/read-manifest.ts';

/** The pointer to the active calibration. */
type FakeManifest = Omit<CalibrationManifest, 'shadowId'>;

/** The calibrations of one kind, and which of them is active. */
interface FakeCalibrationState<Artifact> {
  readonly calibrations: Map<string, StoredCalibration<Artifact>>;
  readonly manifest: () => FakeManifest;
  readonly move: (manifest: FakeManifest) => void;
}

/** A store of calibrations of one kind over a state in memory. */
export function createFakeCalibrationStore<Artifact>(
  { calibrations, manifest, move }: FakeCalibrationState<Artifact>,
  now: () => Date,
): CalibrationStore<Artifact> {
  const shadowId = (): string | undefined => {
    const after = calibrations.get(manifest().activeId ?? '')?.version ?? 0;
    return [...calibrations.values()].findLast((one) => one.state === 'candidate' && one.version > after)
      ?.calibrationId;
  };
  return {
    list: ({ workspaceId, before = Infinity, limit }) =>
      Promise.resolve(
        [...calibrations.values()]
          .filter((one) => one.workspaceId === workspaceId && one.version < before)
          .sort((one, other) => other.version - one.version)
          .slice(0, limit),
      ),
    find: (id) => Promise.resolve(calibrations.get(id)),
    manifestOf: () => Promise.resolve({ ...manifest(), shadowId: shadowId() }),
    activeOf: () => {
      const active = calibrations.get(manifest().activeId ?? '');
      if (active?.artifact === undefined) return Promise.resolve(undefined);
      const { artifact } = active;
      return Promise.resolve({ artifact, manifestVersion: manifest().version, activatedAt: now() });
    },
    activate: async (change) => {
      const found = calibrations.get(change.calibrationId);
      if (found === undefined) throw notFound('There is no such calibration.');
      if (found.passedUnits === 0) throw new Refusal('gate_failed', 'No unit passed its gate.');
      if (change.expectedManifestVersion !== manifest().version)
        throw conflict('already_settled', 'The manifest has another version.', '/expected_manifest_version');
      const retired = calibrations.get(manifest().activeId ?? '');
      const at = now();
      if (retired !== undefined)
        calibrations.set(retired.calibrationId, { ...retired, state: 'retired', retiredAt: at });
      calibrations.set(found.calibrationId, { ...found, state: 'active', activatedAt: at });
      move({ version: manifest().version + 1, activeId: found.calibrationId });
      return Promise.resolve({ manifestVersion: manifest().version, at, retiredId: retired?.calibrationId });
    },
    retire: () => Promise.reject(new Error('No operation of the plane retires a calibration.')),
  };
}
