import { findOffers, nearModels, type Offer } from '../../../providers/prices/find-offers.ts';
import type { ListedRate } from '../../../providers/prices/list-rates.ts';
import { tableRevision } from '../../../providers/prices/table-revision.ts';
import { CommandFault } from '../../output/command-fault.ts';
import type { Result } from '../../output/result.ts';
import type { Screen } from '../../output/screen.ts';
import { tableText, type Column } from '../../output/table.ts';
import type { Context } from '../../tree/context.ts';
import type { Input } from '../../tree/command.ts';

export async function run({ now }: Context, { args: [model = ''] }: Input): Promise<Result> {
  const offers = await findOffers(model, now());
  if (offers.length === 0) throw await unknownModel(model);
  const revision = await tableRevision();
  return {
    kind: 'document',
    document: { model, revision, offers },
    // In a pipe, every line is a row of the table.
    text: (screen) =>
      screen.width === undefined
        ? offersText(offers, screen)
        : [offersText(offers, screen), '', ...aboutLines(offers), `revision ${revision}`].join('\n'),
  };
}

async function unknownModel(model: string): Promise<CommandFault> {
  const near = await nearModels(model);
  return new CommandFault('not_found', `The price table has no model ${JSON.stringify(model.slice(0, 100))}.`, {
    why: near.length === 0 ? 'no name in the table is near' : `the nearest names are ${near.join(', ')}`,
    next: near[0] === undefined ? 'check the name of the model' : `tt prices show ${near[0]}`,
  });
}

const COLUMNS: readonly Column[] = [
  { title: 'PROVIDER' },
  { title: 'MODEL', canShrink: true },
  { title: 'UNIT', canShrink: true },
  { title: 'PER', isNumber: true },
  { title: 'USD', isNumber: true },
  { title: 'ABOVE INPUT', isNumber: true },
  { title: 'FROM' },
  { title: 'IN FORCE' },
];

function offersText(offers: readonly Offer[], screen: Screen): string {
  const rows = offers.flatMap(({ provider, model, prices }) =>
    prices.flatMap(({ rates, from, hours, is_in_force: isInForce }) =>
      rates.map((rate) => [provider, model, ...rateCells(rate), sinceText(from, hours), isInForce ? 'yes' : 'no']),
    ),
  );
  return tableText(COLUMNS, rows, screen);
}

function rateCells({ unit, per, usd, above_input_tokens: above }: ListedRate): string[] {
  return [unit, String(per), usd, above === 0 ? '' : String(above)];
}

/** The time from which rates apply, for people. */
function sinceText(from: string | null, hours: string | null): string {
  return from ?? (hours === null ? 'always' : `daily ${hours}`);
}

function aboutLines(offers: readonly Offer[]): string[] {
  return offers.flatMap(({ provider, sources, comments, is_deprecated: isDeprecated }) => [
    ...sources.map((source) => `${provider}: ${source}`),
    ...(comments === null ? [] : [`${provider}: ${comments.replaceAll(/\s+/g, ' ')}`]),
    ...(isDeprecated ? [`${provider}: the provider has deprecated the model`] : []),
  ]);
}
