import { routingSettings } from '../../../domain/gateway/routing/routing-settings.ts';
import { loadPriceTable } from '../../../providers/prices/price-table.ts';
import { loadConfiguration, type LoadedConfiguration } from '../../configuration/load-configuration.ts';
import { costText } from '../../log-figures/cost-sum.ts';
import { logResult } from '../../log-figures/log-result.ts';
import { readCalls } from '../../logs/read-calls.ts';
import { usageFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';
import type { POLICY_PREVIEW_FLAGS } from './policy-flags.ts';
import { PolicyPreview, type PolicyPreviewDocument } from './policy-preview.ts';
import { createTierPrices } from './tier-prices.ts';

export async function run(context: Context, { flags }: Input<typeof POLICY_PREVIEW_FLAGS>): Promise<Result> {
  const configuration = loadConfiguration(context, flags.config);
  const { providers = [] } = configuration.file;
  const preview = new PolicyPreview(
    settingsOf(configuration),
    providers,
    createTierPrices(providers, await loadPriceTable()),
  );
  const reading = readCalls(context, flags);
  for await (const call of reading) preview.add(call);
  const document = { config: configuration.path, ...preview.document() };
  return logResult(reading, flags.strict, {
    document,
    text: (screen) => previewText(document, screen),
    notes: notesOf(document, configuration),
  });
}

function settingsOf({ path, file }: LoadedConfiguration) {
  const { mode, routing, providers } = file;
  if (routing?.tiers === undefined || routing.tiers.length === 0)
    throw usageFault(`The file ${path} has no tiers, so it decides nothing.`, 'name a file with routing.tiers');
  // The file of a gateway that only records calls is previewed as if it routed them.
  const settings = routingSettings(mode === undefined || mode === 'ledger' ? 'route' : mode, routing, providers);
  if (settings === undefined) throw new Error('Every mode besides ledger has routing settings.');
  return settings;
}

const COLUMNS: readonly Column[] = [
  { title: 'ANSWERED BY', canShrink: true },
  { title: 'TIER' },
  { title: 'MODEL', canShrink: true },
  { title: 'CALLS', isNumber: true },
  { title: 'LOGGED USD', isNumber: true },
  { title: 'PREVIEW USD', isNumber: true },
  { title: 'DIFFERENCE', isNumber: true },
  { title: 'NOT COMPARED', isNumber: true },
];

function previewText({ moves, cost, decided }: PolicyPreviewDocument, screen: Screen): string {
  const usd = (text: string | null): string => text ?? 'unknown';
  const rows = moves.map(({ from, to, model, calls, ...costs }) => [
    from,
    to ?? 'none',
    model ?? (to === null ? 'as requested' : 'unknown'),
    String(calls),
    usd(costs.logged_usd),
    usd(costs.preview_usd),
    usd(costs.difference_usd),
    String(costs.unpriced_excluded),
  ]);
  const all = [
    'all',
    '',
    '',
    String(decided),
    ...[cost.logged_usd, cost.preview_usd, cost.difference_usd].map(usd),
    String(cost.unpriced_excluded),
  ];
  return tableText(COLUMNS, rows.length === 0 ? [] : [...rows, all], screen);
}

function notesOf(
  { approximations, undecided, decisions, cost, calls }: PolicyPreviewDocument,
  { file: { mode } }: LoadedConfiguration,
): string[] {
  if (calls === 0) return ['The log has no calls of applications in this window.'];
  return [
    ...(mode === undefined || mode === 'ledger' ? ['The file has the mode ledger, and is previewed as route.'] : []),
    ...decisions.map(({ tier, by, calls: count }) => `${count} calls: tier ${tier ?? 'none'}, by ${by}`),
    ...Object.entries(undecided).map(([reason, count]) => `${count} calls cannot be decided: ${reason}`),
    `The difference is ${costText({ usd: cost.difference_usd })} over ${cost.compared} calls with both costs.`,
    `Approximations: ${approximations.join(', ')}.`,
  ];
}
