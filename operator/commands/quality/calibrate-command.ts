import { MIN_TOLERANCE, type CalibrationSettings } from '../../../domain/judges/configuration/calibration-settings.ts';
import { FROZEN_FLOORS } from '../../../domain/judges/configuration/floors.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import type { RoutingArtifact } from '../../../domain/quality/routing-thresholds/routing-artifact.ts';
import { readRoutingFitTerms } from '../../../domain/quality/routing-thresholds/routing-fit-terms.ts';
import { UsageFault } from '../../../runtime/commands/usage-fault.ts';
import type { CalibrationFitStore } from '../../../store/quality/calibrations/calibration-fit-store.ts';
import type { CalibrationStore } from '../../../store/quality/calibrations/calibration-store.ts';
import { defineCommand, type Command, type CommandRow } from '../command.ts';
import { anyText, idOption, instantOption, optional, wholeNumber, withPurpose } from '../options.ts';
import { requireFitTerms } from './require-fit-terms.ts';
import { shareOption } from './share-option.ts';

/** The ports of the command. */
export interface CalibrateCommandPorts {
  readonly routingCalibrations: CalibrationStore<RoutingArtifact>;
  readonly calibrationFits: Pick<CalibrationFitStore, 'request'>;
  /** The settings of the configuration file. */
  readonly calibrationSettings: () => CalibrationSettings;
  readonly operator: string;
}

const MAX_ROWS = 1_000_000;

/** The command that fits and activates routing thresholds. It has no verb. */
export const CALIBRATE_COMMAND: Readonly<Record<string, Command<CalibrateCommandPorts>>> = {
  calibrate: defineCommand({
    summary: 'starts a fit of a routing threshold, which serves nothing before its activation; or activates one',
    options: {
      workspace: optional(idOption('workspace')),
      rule: optional(withPurpose('whose only bound of input tokens is fitted', anyText('the id of a routing rule'))),
      param: optional(
        withPurpose('in place of --rule', anyText('a bound, such as `routing.rules.small.max_input_tokens`')),
      ),
      'quality-budget': optional(
        withPurpose('the maximum share of calls that the cheap tier may lose', shareOption({ from: MIN_TOLERANCE })),
      ),
      'target-frontier-pct': optional(
        withPurpose('the share of the largest saving to reach', shareOption({ isOneAllowed: true })),
      ),
      'min-labeled': optional(
        withPurpose(
          'can only raise the configured `min_n`',
          wholeNumber({ from: FROZEN_FLOORS.judge_validation_min_n, to: MAX_ROWS }),
        ),
      ),
      metric: optional(withPurpose('by default the only one that the answers have', anyText('a metric'))),
      confidence: optional(withPurpose('by default the configured one', shareOption())),
      since: optional(instantOption()),
      until: optional(instantOption()),
      activate: optional(idOption('calibration')),
    },
    async run(ports, { activate, ...fit }) {
      const named = Object.values(fit).some((value) => value !== undefined);
      if (activate === undefined) return startFit(ports, fit);
      if (named) throw new UsageFault('--activate starts no fit, so it allows no other option. Use it alone.');
      return activateThreshold(ports, activate);
    },
  }),
};

interface FitOptions {
  readonly workspace: string | undefined;
  readonly rule: string | undefined;
  readonly param: string | undefined;
  readonly 'quality-budget': number | undefined;
  readonly 'target-frontier-pct': number | undefined;
  readonly 'min-labeled': number | undefined;
  readonly metric: string | undefined;
  readonly confidence: number | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
}

async function startFit(
  { calibrationFits, calibrationSettings, operator }: CalibrateCommandPorts,
  { workspace, rule, param, metric, confidence, since, until, 'min-labeled': least, ...goal }: FitOptions,
): Promise<CommandRow[]> {
  if (workspace === undefined) throw new UsageFault('--workspace is missing. It must be the id of one workspace.');
  const { 'quality-budget': budget, 'target-frontier-pct': target } = goal;
  const routing = readRoutingFitTerms({ rule, param, metric, quality_budget: budget, target_frontier_pct: target });
  if ('fault' in routing) throw new UsageFault(routing.fault.text);
  requireFitTerms(calibrationSettings(), { since, until, least, option: '--min-labeled' });
  const terms = { since, until, confidence, minN: least, routing };
  const fit = await calibrationFits.request({ workspaceId: workspace, ...terms, requestedBy: operator });
  return [{ calibration_id: fit.fitId, workspace_id: workspace, requested_at: fit.requestedAt.toISOString() }];
}

/** Activates a threshold over the present version of the manifest; a change in between gets a conflict. */
async function activateThreshold(
  { routingCalibrations: store, operator }: CalibrateCommandPorts,
  calibrationId: string,
): Promise<CommandRow[]> {
  const found = await store.find(calibrationId);
  if (found === undefined) throw notFound(`There is no routing threshold ${calibrationId}. Check the id.`);
  const { version } = await store.manifestOf(found.workspaceId);
  const change = { calibrationId, expectedManifestVersion: version, actor: operator };
  const { manifestVersion, retiredId } = await store.activate(change);
  return [
    {
      calibration_id: calibrationId,
      manifest_version: String(manifestVersion),
      ...(retiredId !== undefined && { retired: retiredId }),
      note: 'Gateways use the threshold from the next reload of the configuration.',
    },
  ];
}
