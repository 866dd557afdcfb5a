import type { RoutingArtifact } from '../../../clients/typescript/management/wire.ts';
import { MIN_TOLERANCE } from '../../../domain/judges/configuration/calibration-settings.ts';
import { readRoutingFitTerms } from '../../../domain/quality/routing-thresholds/routing-fit-terms.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import { activateCalibration } from '../../plane/activate-calibration.ts';
import { fitCalibration, stateText } from '../../plane/fit-calibration.ts';
import { openPlane } from '../../plane/open-plane.ts';
import { refuseHeldFlags } from '../../plane/refuse-held-flags.ts';
import { shareText } from '../../plane/share-text.ts';
import { unfinishedResult } from '../../plane/unfinished-result.ts';
import { workspaceOf } from '../../plane/workspace-of.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { CALIBRATE_FLAGS } from './calibrate-flags.ts';

type CalibrateInput = Input<typeof CALIBRATE_FLAGS>;

export async function run(context: Context, { flags }: CalibrateInput): Promise<Result> {
  refuseHeldFlags(flags);
  if (flags.activate !== undefined)
    return await activateCalibration(await openPlane(context, flags), flags.activate, 'routing');
  const terms = termsOf(flags);
  const plane = await openPlane(context, flags);
  const body = { kind: 'routing', ...workspaceOf(plane, flags), ...terms };
  const ended = await fitCalibration(context, plane, body, flags['wait-timeout']);
  if ('started' in ended) return unfinishedResult(ended.started.bytes, ended.id, `tt quality reliability ${ended.id}`);
  const { bytes, data } = ended.detail;
  return {
    kind: 'document',
    document: bytes,
    text: () => [stateText(data), ...(data.routing === undefined ? [] : [thresholdText(data.routing)])].join('\n'),
    notes: data.calibration.state === 'candidate' ? [`Nothing uses it yet: tt calibrate --activate ${ended.id}`] : [],
    ...(data.calibration.state === 'refused' && { exit: 'refused' as const }),
  };
}

/**
 * The terms of the fit.
 *
 * @throws CommandFault `usage` for terms that select no threshold or state no goal
 */
function termsOf(flags: CalibrateInput['flags']): object {
  const { rule, param, 'quality-budget': budget, 'target-frontier-pct': target, 'min-labeled': least } = flags;
  if (budget !== undefined && (budget < MIN_TOLERANCE || budget === 1))
    throw usageFault(`--quality-budget must be at least ${MIN_TOLERANCE} and below 1.`, 'tt calibrate --help');
  if (target === 0) throw usageFault('--target-frontier-pct must be above 0.', 'tt calibrate --help');
  const stated = { rule, param, quality_budget: budget, target_frontier_pct: target };
  const read = readRoutingFitTerms(stated);
  if ('fault' in read) throw usageFault(flagSentence(read.fault.text), 'tt calibrate --help');
  const given = { ...stated, min_labeled: least };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** A sentence of the domain with the names of flags in place of those of members. */
function flagSentence(text: string): string {
  return text.replaceAll(
    /`(rule|param|quality_budget|target_frontier_pct)`/g,
    (_all, name: string) => `--${name.replaceAll('_', '-')}`,
  );
}

function thresholdText(fit: RoutingArtifact): string {
  const { rule_id: rule, parameter, old_threshold: old, threshold, losses, parts, refusal } = fit;
  const saving = fit.saving_nano_usd === null ? 'unknown' : `${fit.saving_nano_usd} nano-USD`;
  return [
    `${parameter} of ${rule}: ${threshold}${old === null ? '' : `, configured ${old}`}`,
    `losses: ${losses} of ${parts.holdout.rows} calls, at most ${shareText(fit.loss_upper_bound)} with confidence ${fit.confidence}; limit ${shareText(fit.limit)}`,
    `saving in the holdout: ${saving}`,
    ...(refusal === null ? [] : [`The gate failed: ${refusal.text}`]),
  ].join('\n');
}
