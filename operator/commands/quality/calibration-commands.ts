import type { CalibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import { FROZEN_FLOORS } from '../../../domain/judges/configuration/floors.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import type { CalibrationUnit } from '../../../domain/quality/calibration/artifact.ts';
import { CALIBRATION_KINDS, type CalibrationKind } from '../../../domain/quality/calibration/lifecycle.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import type { CalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import type { CalibrationEntry } from '../../../store/quality/calibrations/calibration-row.ts';
import type { CalibrationStore } from '../../../store/quality/calibrations/calibration-store.ts';
import type { CalibrationManifest } from '../../../store/quality/calibrations/read-manifest.ts';
import type { RecalibrationLog } from '../../../store/quality/calibrations/recalibration-log.ts';
import { UsageFault } from '../../../runtime/commands/usage-fault.ts';
import { defineCommand, type Command, type CommandRow } from '../command.ts';
import { idOption, instantOption, oneOf, optional, wholeNumber, withPurpose } from '../options.ts';
import { requireFitTerms } from './require-fit-terms.ts';
import { shareOption } from './share-option.ts';

/** The ports of the calibration commands. */
export interface CalibrationCommandPorts {
  readonly calibrations: CalibrationStore;
  readonly calibrationFits: Pick<CalibrationFitStore, 'request'>;
  readonly recalibrations: RecalibrationLog;
  readonly routingCalibrations: CalibrationStore<RoutingArtifact>;
  readonly routingChanges: RecalibrationLog;
  /** The settings of the configuration file. */
  readonly calibrationSettings: () => CalibrationSettings;
  readonly operator: string;
}

const MAX_ROWS = 1_000_000;
const MAX_VERSION = 100_000_000;

/** The number of rows that a list shows. */
const SHOWN = 100;

const VERSION = withPurpose('the version that `calibration list` shows', wholeNumber({ from: 0, to: MAX_VERSION }));

const KIND = optional(withPurpose('by default quality', oneOf(CALIBRATION_KINDS)));

/** Commands about calibrations of each kind, by `<noun> <verb>`. */
export const CALIBRATION_COMMANDS: Readonly<Record<string, Command<CalibrationCommandPorts>>> = {
  'calibration fit': defineCommand({
    summary: 'starts a fit over the labelled requests of a workspace; its result serves nothing before its activation',
    options: {
      workspace: idOption('workspace'),
      since: optional(instantOption()),
      until: optional(instantOption()),
      confidence: optional(withPurpose('by default the configured one', shareOption())),
      'min-n': optional(
        withPurpose(
          'can only raise the configured one',
          wholeNumber({ from: FROZEN_FLOORS.judge_validation_min_n, to: MAX_ROWS }),
        ),
      ),
    },
    async run(ports, { workspace, since, until, confidence, 'min-n': minN }) {
      requireFitTerms(ports.calibrationSettings(), { since, until, least: minN, option: '--min-n' });
      const fit = await ports.calibrationFits.request({
        workspaceId: workspace,
        since,
        until,
        confidence,
        minN,
        requestedBy: ports.operator,
      });
      return [{ calibration_id: fit.fitId, workspace_id: workspace, requested_at: fit.requestedAt.toISOString() }];
    },
  }),
  'calibration list': defineCommand({
    summary: 'lists the calibrations of a workspace, newest first, with the version of its manifest',
    options: { workspace: idOption('workspace'), kind: KIND },
    async run(ports, { workspace, kind }) {
      const store = storeOfKind(ports, kind);
      const [manifest, entries] = await Promise.all([
        store.manifestOf(workspace),
        store.list({ workspaceId: workspace, before: undefined, limit: SHOWN }),
      ]);
      return entries.map((entry) => entryRow(entry, manifest));
    },
  }),
  'calibration show': defineCommand({
    summary: 'shows the units of a calibration, or the active one of a workspace',
    options: { calibration: optional(idOption('calibration')), workspace: optional(idOption('workspace')) },
    async run(ports, { calibration, workspace }) {
      if ((calibration === undefined) === (workspace === undefined))
        throw new UsageFault('Either --calibration or --workspace must be given.');
      const id = calibration ?? (await activeId(ports, workspace ?? ''));
      const threshold = await ports.routingCalibrations.find(id);
      if (threshold !== undefined) {
        const manifest = await ports.routingCalibrations.manifestOf(threshold.workspaceId);
        return [entryRow(threshold, manifest), ...(threshold.artifact ? [thresholdRow(threshold.artifact)] : [])];
      }
      const found = await ports.calibrations.find(id);
      if (found === undefined) throw notFound(`There is no calibration ${calibration}. Check the id.`);
      const manifest = await ports.calibrations.manifestOf(found.workspaceId);
      return [entryRow(found, manifest), ...(found.artifact?.units ?? []).map(unitRow)];
    },
  }),
  'calibration activate': defineCommand({
    summary: 'makes a calibration the active one and retires its predecessor; units that failed serve nothing',
    options: { calibration: idOption('calibration'), 'manifest-version': VERSION },
    async run(ports, { calibration, 'manifest-version': expectedManifestVersion }) {
      const change = { calibrationId: calibration, expectedManifestVersion, actor: ports.operator };
      const { manifestVersion, retiredId } = await (await storeOf(ports, calibration)).activate(change);
      return [
        {
          calibration_id: calibration,
          manifest_version: String(manifestVersion),
          ...(retiredId !== undefined && { retired: retiredId }),
          note: 'Live routing changes at the next reload of the configuration.',
        },
      ];
    },
  }),
  'calibration retire': defineCommand({
    summary: 'retires the active calibration without a successor, so that nothing is licensed',
    options: { calibration: idOption('calibration'), 'manifest-version': VERSION },
    async run(ports, { calibration, 'manifest-version': expectedManifestVersion }) {
      const change = { calibrationId: calibration, expectedManifestVersion, actor: ports.operator };
      const { manifestVersion } = await (await storeOf(ports, calibration)).retire(change);
      return [{ calibration_id: calibration, state: 'retired', manifest_version: String(manifestVersion) }];
    },
  }),
  'calibration log': defineCommand({
    summary: 'lists fits, activations, demotions and retirements of a workspace, newest first',
    options: { workspace: idOption('workspace'), kind: KIND },
    async run({ recalibrations, routingChanges }, { workspace, kind }) {
      const log = kind === 'routing' ? routingChanges : recalibrations;
      const rows = await log.list({ workspaceId: workspace, before: undefined, limit: SHOWN });
      return rows.map(({ change, calibrationId, manifestVersion, actor, detail, at }) => ({
        at: at.toISOString(),
        change,
        calibration_id: calibrationId,
        manifest_version: String(manifestVersion),
        ...(actor !== null && { actor }),
        detail,
      }));
    },
  }),
};

function storeOfKind(
  { calibrations, routingCalibrations }: CalibrationCommandPorts,
  kind: CalibrationKind | undefined,
): CalibrationStore | CalibrationStore<RoutingArtifact> {
  return kind === 'routing' ? routingCalibrations : calibrations;
}

/** The store of the kind of a calibration; that of quality for an unknown one. */
async function storeOf(
  ports: CalibrationCommandPorts,
  calibrationId: string,
): Promise<CalibrationStore | CalibrationStore<RoutingArtifact>> {
  return storeOfKind(ports, (await ports.routingCalibrations.find(calibrationId)) && 'routing');
}

async function activeId({ calibrations }: CalibrationCommandPorts, workspaceId: string): Promise<string> {
  const { activeId: id } = await calibrations.manifestOf(workspaceId);
  if (id === undefined) throw notFound(`No calibration of workspace ${workspaceId} is active. Activate one.`);
  return id;
}

function entryRow(entry: CalibrationEntry, { version, shadowId }: CalibrationManifest): CommandRow {
  return {
    calibration_id: entry.calibrationId,
    version: String(entry.version),
    state: entry.calibrationId === shadowId ? 'candidate (shadow)' : entry.state,
    passed_units: `${entry.passedUnits} of ${entry.units}`,
    ...(entry.refusal !== undefined && { refusal: entry.refusal.text }),
    fitted_at: entry.fittedAt.toISOString(),
    ...(entry.activatedAt !== undefined && { activated_at: entry.activatedAt.toISOString() }),
    manifest_version: String(version),
  };
}

function unitRow(unit: CalibrationUnit): CommandRow {
  const { metric, segment, judge_subject: judge, state, threshold, accepted, errors, error, tolerance, refusal } = unit;
  return {
    metric,
    segment,
    judge,
    state,
    ...(threshold !== null && { threshold: String(threshold) }),
    errors: `${errors} of ${accepted} accepted rows`,
    ...(error !== null && { error: `${error}, tolerance ${tolerance}` }),
    ...(refusal !== null && { refusal: refusal.text }),
  };
}

function thresholdRow(artifact: RoutingArtifact): CommandRow {
  const { rule_id: rule, parameter, old_threshold: old, threshold, metric, losses, parts, refusal } = artifact;
  const { loss_upper_bound: bound, limit, saving_nano_usd: saving, dear_cost_nano_usd: cost } = artifact;
  return {
    metric,
    rule,
    parameter,
    threshold: old === null ? String(threshold) : `${threshold}, configured ${old}`,
    losses: `${losses} of ${parts.holdout.rows} calls`,
    loss_bound: `${bound}, limit ${limit}`,
    saving: saving === null ? 'unknown' : `${saving} of ${cost ?? 'unknown'} nano-USD`,
    ...(refusal !== null && { refusal: refusal.text }),
  };
}
