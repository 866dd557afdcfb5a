import { resolve } from 'node:path';
import { governanceSettings } from '../../../domain/gateway/governance/limit.ts';
import { loadConfiguration } from '../../configuration/load-configuration.ts';
import { logResult } from '../../log-figures/log-result.ts';
import { readCalls } from '../../logs/read-calls.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { RECONCILE_FLAGS } from './govern-flags.ts';
import { isServed, toLimitedCall } from './limited-call.ts';
import { DIFFERENCE_REASONS, LimitSums, type ReconciledNode } from './limit-sums.ts';
import { offsetMs } from './preview-govern.ts';
import { readRollup } from './read-rollup.ts';

export async function run(context: Context, { flags }: Input<typeof RECONCILE_FLAGS>): Promise<Result> {
  const { path, file } = loadConfiguration(context, flags.config);
  const { limits } = governanceSettings(file.governance);
  if (limits.length === 0) throw usageFault(`The file ${path} has no limits.`, 'name a file with governance.limits');
  const rollup = readRollup(resolve(context.cwd, flags.rollup));
  const asOf = flags['as-of'] ?? rollup.asOf;
  if (asOf === undefined)
    throw usageFault('The rollup has no as_of, so the window of its counters is unknown.', '--as-of <RFC 3339>');
  const sums = new LimitSums(limits, asOf, offsetMs);
  const reading = readCalls(context, { log: flags.log });
  for await (const call of reading)
    if (call.status !== 'refused')
      sums.add(toLimitedCall(call), { isEnded: call.status !== 'pending', isServed: isServed(call) });
  const nodes = sums.reconcile(rollup.rows);
  const known = new Set(limits.map(({ id }) => id));
  const unknownLimits = [...new Set(rollup.rows.map(({ limitId }) => limitId).filter((id) => !known.has(id)))];
  const differing = nodes.filter(({ reasons }) => reasons.length > 0);
  return logResult(reading, flags.strict, {
    document: {
      config: path,
      as_of: asOf.toISOString(),
      nodes,
      differing: differing.length,
      /** The limits of the rollup that the file does not have. */
      unknown_limits: unknownLimits,
      /** The limits of calls in flight, which no log contains. */
      not_in_logs: limits.filter(({ window }) => window === undefined).map(({ id }) => id),
    },
    text: (screen) => tableText(COLUMNS, nodes.map(rowOf), screen),
    notes: [
      `${differing.length} of ${nodes.length} nodes differ as of ${asOf.toISOString()}.`,
      ...reasonNotes(differing),
      ...unknownLimits.map((id) => `The file has no limit ${id}, which the rollup counts.`),
    ],
  });
}

function reasonNotes(differing: readonly ReconciledNode[]): string[] {
  const reasons = [...new Set(differing.flatMap((node) => node.reasons))];
  return reasons.map((reason) => `${reason}: ${DIFFERENCE_REASONS[reason]}`);
}

const COLUMNS: readonly Column[] = [
  { title: 'LIMIT' },
  { title: 'NODE', canShrink: true },
  { title: 'UNIT' },
  { title: 'CALLS', isNumber: true },
  { title: 'LOG', isNumber: true },
  { title: 'OMITTED', isNumber: true },
  { title: 'ROLLUP', isNumber: true },
  { title: 'DIFFERENCE', isNumber: true },
  { title: 'REASONS', canShrink: true },
];

function rowOf(reconciled: ReconciledNode): string[] {
  const { limit_id: id, node, unit, calls, logged, left_out: left, rollup, difference, reasons } = reconciled;
  return [
    id,
    node,
    unit,
    String(calls),
    logged,
    String(left),
    rollup ?? 'none',
    difference ?? 'unknown',
    reasons.join(', '),
  ];
}
