import { routingFingerprint } from '../../contracts/quality/calibrations/routing-fingerprint.ts';
import type { GatewayMode, RoutingBlock } from '../../domain/gateway/routing/routing-block.ts';
import type { TunedThreshold } from '../../domain/gateway/routing/tune-rule.ts';
import type { FindActiveRouting } from '../../store/quality/calibrations/active-routing-finder.ts';

/** The active thresholds of a configuration file, by workspace. Never rejects. */
export type ReadRoutingThresholds = (file: {
  readonly mode?: GatewayMode;
  readonly routing?: RoutingBlock;
}) => Promise<ReadonlyMap<string, TunedThreshold>>;

interface RoutingThresholdParts {
  readonly find: FindActiveRouting;
  readonly log: {
    info(members: object, sentence: string): void;
    warn(members: object, sentence: string): void;
  };
}

/**
 * Creates the reader of active routing thresholds, for the start and each reload. It keeps only thresholds that were
 * fitted for the routing block of the file. While the store does not answer, it uses the thresholds that it read last.
 *
 * Only the mode `route` has thresholds: in `shadow`, the configured bounds decide which calls are repeated, so that the
 * next fit sees calls of all configured sizes.
 */
export function createRoutingThresholds({ find, log }: RoutingThresholdParts): ReadRoutingThresholds {
  let known: Awaited<ReturnType<FindActiveRouting>> = [];
  return async ({ mode, routing }) => {
    if (mode !== 'route') return new Map();
    try {
      known = await find();
    } catch (error) {
      log.warn({ err: error }, 'the active routing thresholds cannot be read; the last known ones stay');
    }
    const fingerprint = routingFingerprint(routing);
    const thresholds = new Map<string, TunedThreshold>();
    for (const artifact of known) {
      const { id, workspace_id: workspaceId, rule_id: ruleId, parameter, threshold } = artifact;
      const members = { calibration_id: id, workspace_id: workspaceId, rule: ruleId, parameter, threshold };
      if (artifact.fingerprint === fingerprint) {
        thresholds.set(workspaceId, { calibrationId: id, ruleId, parameter, threshold });
        log.info(members, 'a calibrated routing threshold is in force');
      } else log.warn(members, 'a routing threshold was fitted for another routing block; the configured one stays');
    }
    return thresholds;
  };
}
